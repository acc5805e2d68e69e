import { Hint } from '../hint.tsx'
import styles from './totals.module.css'

/** One headline figure of a report. */
export interface Total {
  name: string
  hint: string
  value: string
  isMoney?: boolean
}

/** The headline figures of a report, each with what it means. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, hint, value, isMoney = false }) => (
        <div key={name}>
          <dt>
            <Hint text={hint}>{name}</Hint>
          </dt>
          <dd className={isMoney ? 'money' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
