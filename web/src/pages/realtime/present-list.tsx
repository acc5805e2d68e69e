import type { LucideIcon } from 'lucide-react'
import { formatCount } from '../../format/number.ts'
import { Empty } from '../../parts/empty.tsx'
import { Panel } from '../../parts/panel.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './realtime-page.module.css'

interface PresentListProps {
  title: string
  /** Shown without visitors. */
  sign: LucideIcon
  rows: readonly { label: string; visitors: number }[]
}

/** Where those who are there now are, or came from; the longest bar is the most of them. */
export function PresentList({ title, sign, rows }: PresentListProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors))
  return (
    <Panel title={title}>
      {rows.length === 0 && <Empty isSmall sign={sign} title={exploreTexts.realtime.nobody} />}
      <ul className={styles.list}>
        {rows.map(({ label, visitors }) => (
          <li key={label} style={{ '--share': visitors / most } as React.CSSProperties}>
            <span title={label}>{label || '–'}</span>
            <strong>{formatCount(visitors)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
