import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  /** Shown to the right of the title. */
  tools?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card with a name. */
export function Panel({ title, tools, className, children }: PanelProps) {
  return (
    <section className={[styles.panel, className].filter(Boolean).join(' ')} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {tools && <div className={styles.tools}>{tools}</div>}
      </div>
      {children}
    </section>
  )
}
