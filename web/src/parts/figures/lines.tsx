import type { ReactNode } from 'react'
import styles from './lines.module.css'

/** A framed list of items with actions. */
export function Lines({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {children}
    </ul>
  )
}

interface LineProps {
  sign?: ReactNode
  name: ReactNode
  /** Facts about it, in a smaller line; false and undefined ones are left out. */
  facts?: readonly (string | false | undefined)[]
  /** What went wrong with it. */
  error?: ReactNode
  /** More about it, below. */
  note?: ReactNode
  /** The actions for it. */
  children?: ReactNode
}

/** An item of a list: its name on the left, its actions on the right. */
export function Line({ sign, name, facts, error, note, children }: LineProps) {
  const shown = facts?.filter(Boolean).join(' · ')
  return (
    <li className={styles.line}>
      {sign && <span className={styles.sign}>{sign}</span>}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {shown && <p className={styles.facts}>{shown}</p>}
        {note}
        {error && <p className={styles.error}>{error}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </li>
  )
}
