import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A sentence that must not be missed: the error of a form, or what the figures leave out. */
export function Notice({
  look,
  children,
}: {
  look: 'bad' | 'good' | 'money' | 'plain'
  children: ReactNode
}) {
  return (
    <div className={`${styles.notice} ${styles[look]}`} role={look === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
