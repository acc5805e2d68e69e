import type { ComponentType, ReactNode } from 'react'
import styles from './empty.module.css'

interface EmptyProps {
  /** The icon of what is missing. */
  sign: ComponentType<{ 'aria-hidden': true }>
  title: string
  hint?: string | undefined
  /** It fills a small card or a list in it, and not a page. */
  isSmall?: boolean
  /** What to do next: links and buttons, if there is a next step. */
  children?: ReactNode
}

/** The empty state of a page or a list: what is missing, why, and what to do. */
export function Empty({ sign: Sign, title, hint, isSmall = false, children }: EmptyProps) {
  return (
    <div className={styles.empty} data-small={isSmall || undefined}>
      <span className={styles.sign}>
        <Sign aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
