import { useSession } from '../../../api/client/session.ts'
import { useAlerts, useMail, useTestMail } from '../../../api/site/alerts.ts'
import { useMay } from '../../../api/site/sites.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure, Failure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { WaitingFields } from '../../../parts/states/waiting.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import type { SectionProps } from '../section-props.ts'
import { AlertForm } from './alert-form.tsx'
import styles from './alerts.module.css'
import { DeliverySection } from './delivery-section.tsx'
import { DigestSection } from './digest-section.tsx'
import { HookList } from './hook-list.tsx'
import { PartTitle } from './part-title.tsx'

/** A site's digests and alerts: one's own, and for admins also those of others. */
export function ReportsAndAlerts({ site }: SectionProps) {
  const mail = useMail()
  const mayManage = useMay(site.id, 'admin')
  const sendsMail = mail.data?.configured ?? true
  return (
    <div className={styles.parts}>
      {!sendsMail && <Notice look="plain">{words.noMail}</Notice>}
      <DigestSection siteId={site.id} sendsMail={sendsMail} />
      {mayManage && <AlertSection site={site} />}
      {mail.data?.configured && <MailSection from={mail.data.from} />}
      {mayManage && <DeliverySection siteId={site.id} />}
    </div>
  )
}

/** A site's alerts and their recipients. */
function AlertSection({ site }: SectionProps) {
  const alerts = useAlerts(site.id)
  return (
    <>
      <div className={styles.part}>
        <PartTitle title={words.watch} lead={words.watchLead} />
        {alerts.isPending && <WaitingFields count={5} />}
        {alerts.error && !alerts.data && (
          <Failure error={alerts.error} retry={() => alerts.refetch()} />
        )}
        {alerts.data && (
          <AlertForm site={site} stored={alerts.data.settings} members={alerts.data.members} />
        )}
      </div>
      {alerts.data && <HookList siteId={site.id} hooks={alerts.data.hooks} />}
    </>
  )
}

/** The sender of e-mails, and whether they arrive: for people who can change it. */
function MailSection({ from }: { from: string | null }) {
  const test = useTestMail()
  const person = useSession().data
  if (person?.installationRole !== 'owner') return null
  return (
    <div className={styles.part}>
      <PartTitle title={words.mail} lead={words.mailFrom(from ?? '')} />
      <div>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? words.trying : words.testMail}
        </Button>
      </div>
      {test.error && <Notice look="bad">{explainFailure(test.error)}</Notice>}
      {test.isSuccess && <Notice look="good">{words.testMailSent(person.email)}</Notice>}
    </div>
  )
}
