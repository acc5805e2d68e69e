import { useTestMail } from '../../../api/alerts.ts'
import { useSession } from '../../../api/session.ts'
import { Button } from '../../../parts/button.tsx'
import { explainFailure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import styles from './alerts.module.css'
import { PartTitle } from './part-title.tsx'

/** From where e-mails come, and whether they arrive: for who can do something about it. */
export function MailSection({ from }: { from: string | null }) {
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
