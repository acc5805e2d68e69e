import { useMail } from '../../../api/alerts.ts'
import { useMay } from '../../../api/sites.ts'
import { Notice } from '../../../parts/notice.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import type { SectionProps } from '../section-props.ts'
import { AlertSection } from './alert-section.tsx'
import styles from './alerts.module.css'
import { DeliverySection } from './delivery-section.tsx'
import { DigestSection } from './digest-section.tsx'
import { MailSection } from './mail-section.tsx'

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
