import type { LucideIcon } from 'lucide-react'
import { formatCount } from '../../format/number.ts'
import { Mark } from '../../marks/mark.tsx'
import { Panel } from '../../parts/figures/panel.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './realtime-page.module.css'

interface PresentListProps {
  title: string
  /** Shown without visitors. */
  sign: LucideIcon
  rows: readonly { label: string; value: string; visitors: number }[]
  /** The icon before each, if any. */
  kind?: 'source' | 'country'
}

/** The places or sources of present visitors; the longest bar is the largest row. */
export function PresentList({ title, sign, rows, kind }: PresentListProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors))
  return (
    <Panel title={title}>
      {rows.length === 0 && <Empty isSmall sign={sign} title={exploreTexts.realtime.noVisitors} />}
      <ul className={styles.list}>
        {rows.map(({ label, value, visitors }) => (
          <li key={label} style={{ '--share': visitors / most } as React.CSSProperties}>
            <span title={label}>
              {kind && <Mark kind={kind} value={value} label={label} />}
              {label || '–'}
            </span>
            <strong>{formatCount(visitors)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
