import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { formatCount, formatRate } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './attribution-page.module.css'

const words = exploreTexts.attribution

/** How long it took, in days and in touches. */
export function ConversionBars({ answer }: { answer: PathsAnswer }) {
  const { daysToConversion: days, touchesToConversion: touches } = answer
  return (
    <Panel title={words.howLong}>
      <div className={styles.pair}>
        <Bars
          title={days.median === null ? words.days : words.medianDays(formatRate(days.median))}
          rows={days.buckets.map(({ from, to, conversions }) => ({
            label: words.daysFrom(from, to),
            conversions,
          }))}
        />
        <Bars
          title={
            touches.median === null
              ? words.touches
              : words.medianTouches(formatCount(touches.median))
          }
          rows={touches.buckets.map(({ touches: count, orMore, conversions }) => ({
            label: orMore ? `${count}+` : String(count),
            conversions,
          }))}
        />
      </div>
    </Panel>
  )
}

interface BarsProps {
  title: string
  rows: readonly { label: string; conversions: number }[]
}

function Bars({ title, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map(({ conversions }) => conversions))
  const last = rows.findLastIndex(({ conversions }) => conversions > 0)
  return (
    <div>
      <h3 className={styles.barsTitle}>{title}</h3>
      <ul className={styles.bars}>
        {rows.slice(0, Math.max(last + 1, 3)).map(({ label, conversions }) => (
          <li key={label} style={{ '--share': conversions / most } as React.CSSProperties}>
            <span>{label}</span>
            <strong>{formatCount(conversions)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
