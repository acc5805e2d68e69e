import type { SpendReport } from '@tributary/contract/spend.ts'
import { scaleLinear } from 'd3-scale'
import bars from '../../charts/bar-chart.module.css'
import { leftSpace, ticksOf } from '../../charts/chart-space.ts'
import { useSlider } from '../../charts/use-slider.ts'
import { useWidth } from '../../charts/use-width.ts'
import { ValueAxis } from '../../charts/value-axis.tsx'
import { formatDay, formatPointShort } from '../../format/date.ts'
import { formatMoney, formatMoneyTicks } from '../../format/money.ts'
import { spendTexts as words } from '../../texts/spend.ts'
import styles from './spend-page.module.css'

const height = 200
const bottom = height - 24
const top = 8

/** Two bars a day: spend and revenue. Pointing or the arrow keys read single days. */
export function SpendChart({ report }: { report: SpendReport }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const { totals, currency } = report
  const days = report.rows
    .map((row) => ({ day: row.day ?? '', spend: row.spend ?? 0, revenue: row.revenue }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const most = Math.max(1, ...days.map(({ spend, revenue }) => Math.max(spend, revenue)))
  const scale = scaleLinear([0, most], [bottom, top]).nice(4)
  const ticks = ticksOf(scale.ticks(4), (values) => formatMoneyTicks(values, currency))
  const left = leftSpace(ticks)
  const y = (value: number) => scale(Math.max(value, 0))
  const step = Math.max(width - left, 1) / Math.max(days.length, 1)
  const bar = Math.min(step * 0.34, 18)
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, (width - left) / 72)))
  const { index: active, slider } = useSlider({
    label: words.chartLabel(
      formatMoney(totals.spend ?? 0, currency),
      formatMoney(totals.revenue, currency),
    ),
    last: days.length - 1,
    indexAt: (x) => Math.floor((x - left) / step),
    write: (index) => sentence(days[index], currency),
  })
  const chosen = active === undefined ? undefined : days[active]
  return (
    <div ref={frame} className={`${bars.chart} ${styles.chart}`} {...slider}>
      <ul className={bars.legend} aria-hidden="true">
        <li data-look="spend">
          {words.names.spend}
          {chosen && <strong>{formatMoney(chosen.spend, currency)}</strong>}
        </li>
        <li data-look="revenue">
          {words.names.revenue}
          {chosen && <strong>{formatMoney(chosen.revenue, currency)}</strong>}
        </li>
        {chosen && <li data-look="day">{formatDay(chosen.day)}</li>}
      </ul>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <ValueAxis ticks={ticks} y={y} left={left} right={width} />
          {days.map(({ day, spend, revenue }, index) => {
            const x = left + step * (index + 0.5)
            return (
              <g key={day} data-active={index === active || undefined}>
                <rect
                  data-look="spend"
                  x={x - bar}
                  y={y(spend)}
                  width={bar - 1}
                  height={bottom - y(spend)}
                />
                <rect
                  data-look="revenue"
                  x={x + 1}
                  y={y(revenue)}
                  width={bar - 1}
                  height={bottom - y(revenue)}
                />
                {index % every === 0 && (
                  <text x={x} y={height - 6} textAnchor="middle">
                    {formatPointShort(day, 'day')}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

function sentence(
  day: { day: string; spend: number; revenue: number } | undefined,
  currency: string,
): string {
  if (day === undefined) return ''
  const { spend, revenue } = words.names
  return `${formatDay(day.day)}: ${spend} ${formatMoney(day.spend, currency)}, ${revenue} ${formatMoney(day.revenue, currency)}`
}
