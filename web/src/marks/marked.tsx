import type { ComponentProps, ReactNode } from 'react'
import { Mark } from './mark.tsx'
import styles from './marked.module.css'

/** A name after its mark, which stays in the first line of a name that wraps. */
export function Marked({
  children,
  ...mark
}: ComponentProps<typeof Mark> & { children: ReactNode }) {
  return (
    <span className={styles.marked}>
      <Mark {...mark} />
      <span>{children}</span>
    </span>
  )
}
