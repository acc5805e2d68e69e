import { formatCount } from '../../format/number.ts'
import { Panel } from '../../parts/panel.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './realtime-page.module.css'

interface PresentListProps {
  title: string
  rows: readonly { label: string; visitors: number }[]
}

/** Where those who are there now are, or came from; the longest bar is the most of them. */
export function PresentList({ title, rows }: PresentListProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors))
  return (
    <Panel title={title}>
      {rows.length === 0 && <p className={styles.nobody}>{exploreTexts.realtime.nobody}</p>}
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
