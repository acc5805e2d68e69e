import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import bars from '../../charts/bar-chart.module.css'
import { leftSpace, ticksOf } from '../../charts/chart-space.ts'
import { useSlider } from '../../charts/use-slider.ts'
import { useWidth } from '../../charts/use-width.ts'
import { ValueAxis } from '../../charts/value-axis.tsx'
import { formatPoint, formatPointShort } from '../../format/date.ts'
import { formatMoney, formatMoneyTicks } from '../../format/money.ts'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import styles from './subscriptions-page.module.css'

const mrrHeight = 150
const gap = 26
const barsHeight = 130
const height = mrrHeight + gap + barsHeight + 24

const gains = ['newMrr', 'expansionMrr', 'reactivationMrr'] as const
const losses = ['contractionMrr', 'churnedMrr'] as const
const looks = ['mrr', ...gains, ...losses] as const

type Period = SubscriptionReport['series'][number]

/** MRR at the end of each period as a line, and below it the gains and losses of each. */
export function MrrChart({ report }: { report: SubscriptionReport }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const { series, currency, query } = report
  const sum = (period: Period, names: readonly (keyof Period)[]) =>
    names.reduce((total, name) => total + Number(period[name]), 0)
  const mrr = scaleLinear([0, Math.max(...series.map((one) => one.mrr), 1)], [mrrHeight, 10]).nice(
    3,
  )
  const most = Math.max(...series.map((one) => sum(one, gains)), 1)
  const least = Math.max(...series.map((one) => sum(one, losses)), 0)
  const barsTop = mrrHeight + gap
  const moved = scaleLinear([-least, most], [barsTop + barsHeight, barsTop]).nice(3)
  const axes = [mrr, moved].map((y) => ({
    ticks: ticksOf(y.ticks(3), (values) => formatMoneyTicks(values, currency)),
    y,
  }))
  const left = leftSpace(axes.flatMap(({ ticks }) => ticks))
  const step = Math.max(width - left, 1) / Math.max(series.length, 1)
  const bar = Math.max(Math.min(step * 0.6, 34), 1)
  const every = Math.max(1, Math.ceil(series.length / Math.max(1, (width - left) / 76)))
  const x = (index: number) => left + step * (index + 0.5)
  const grain = query.interval === 'month' ? 'month' : 'day'
  const write = (name: (typeof looks)[number], period: Period) =>
    `${words.names[name]} ${formatMoney(period[name], currency)}`
  const { index: active, slider } = useSlider({
    label: words.chartLabel(
      formatMoney(report.totals.startMrr, currency),
      formatMoney(report.totals.mrr, currency),
    ),
    last: series.length - 1,
    indexAt: (at) => Math.floor((at - left) / step),
    write: (index) => {
      const period = series[index]
      if (period === undefined) return ''
      return `${formatPoint(period.period, grain)}: ${looks.map((name) => write(name, period)).join(', ')}`
    },
  })
  const chosen = active === undefined ? undefined : series[active]
  return (
    <div ref={frame} className={`${bars.chart} ${styles.chart} ${styles.looks}`} {...slider}>
      <ul className={bars.legend} aria-hidden="true">
        {looks.map((name) => (
          <li key={name} data-look={name}>
            {words.names[name]}
            {chosen && <strong>{formatMoney(chosen[name], currency)}</strong>}
          </li>
        ))}
        {chosen && <li data-look="period">{formatPoint(chosen.period, grain)}</li>}
      </ul>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          {axes.map((axis, lane) => (
            <ValueAxis key={lane} {...axis} left={left} right={width} />
          ))}
          {active !== undefined && (
            <line x1={x(active)} x2={x(active)} y1={10} y2={barsTop + barsHeight} data-cross />
          )}
          <path
            d={series
              .map((one, index) => `${index ? 'L' : 'M'}${x(index)} ${mrr(one.mrr)}`)
              .join('')}
          />
          {series.map((one, index) => (
            <g key={one.period} data-active={index === active || undefined}>
              {(index === active || series.length === 1) && (
                <circle cx={x(index)} cy={mrr(one.mrr)} r={4} />
              )}
              <Bars period={one} scale={moved} left={x(index) - bar / 2} width={bar} />
              {index % every === 0 && (
                <text x={x(index)} y={height - 6} textAnchor="middle">
                  {formatPointShort(one.period, grain)}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

type Scale = ScaleLinear<number, number>

/** Gains upwards from 0, losses downwards. */
function stacked(period: Period) {
  return [...stack(period, gains, 1), ...stack(period, losses, -1)]
}

interface BarsParts {
  period: Period
  scale: Scale
  left: number
  width: number
}

function Bars({ period, scale, left, width }: BarsParts) {
  return stacked(period).map(({ name, from, to }) => (
    <rect
      key={name}
      data-look={name}
      x={left}
      y={Math.min(scale(from), scale(to))}
      width={width}
      height={Math.abs(scale(from) - scale(to))}
    />
  ))
}

function stack(period: Period, names: readonly (typeof looks)[number][], sign: 1 | -1) {
  let from = 0
  return names.flatMap((name) => {
    const bar = { name, from, to: from + sign * period[name] }
    from = bar.to
    return bar.from === bar.to ? [] : [bar]
  })
}
