import type { ReactNode } from 'react'
import styles from './select.module.css'

interface SelectProps {
  label: string
  value: string
  change: (value: string) => void
  children: ReactNode
}

/** A small select in the head of a panel. Its label is read out; for sighted people the choice itself suffices. */
export function Select({ label, value, change, children }: SelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      {children}
    </select>
  )
}
