import { Hint } from '../hint.tsx'
import styles from './totals.module.css'

/** One headline figure of a report. */
export interface Total {
  name: string
  hint: string
  value: string
  isMoney?: boolean
  /** A caveat, in a few words. */
  note?: string
}

/** The headline figures of a report, each with its definition. */
export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={styles.totals}>
      {totals.map(({ name, hint, value, isMoney = false, note }) => (
        <div key={name}>
          <dt>
            <Hint text={hint}>{name}</Hint>
          </dt>
          <dd className={isMoney ? 'money' : undefined}>{value}</dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
