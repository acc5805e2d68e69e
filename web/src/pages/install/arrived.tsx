import { CircleCheck } from 'lucide-react'
import styles from './install-page.module.css'

/** Announces that the expected data has arrived, with a ripple. */
export function Arrived({ title, hint }: { title: string; hint?: string | undefined }) {
  return (
    <div className={styles.arrived}>
      <span className={styles.ripple}>
        <CircleCheck aria-hidden className={styles.check} />
      </span>
      <div>
        <h2>{title}</h2>
        {hint && <p className={styles.lead}>{hint}</p>}
      </div>
    </div>
  )
}
