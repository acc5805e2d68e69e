import { type ReactNode, useMemo } from 'react'
import type { TrendPoint } from '../api/series.ts'
import { formatPoint, formatPointShort } from '../format/date.ts'
import { formatFigure } from '../format/figure.ts'
import { formatMoney } from '../format/money.ts'
import { formatCount } from '../format/number.ts'
import { texts } from '../texts/texts.ts'
import type { Grain } from '../url-state/range.ts'
import type { ChartMetric } from '../url-state/report-state.ts'
import { goalRowHeight } from './chart-space.ts'
import { type ChartGoal, GoalMarks } from './goal-marks.tsx'
import { Reading } from './reading.tsx'
import { type Layout, layoutTrend, nearestIndex } from './scales.ts'
import styles from './trend-chart.module.css'
import { TrendMarks } from './trend-marks.tsx'
import { useSlider } from './use-slider.ts'
import { useWidth } from './use-width.ts'
import { ValueAxis } from './value-axis.tsx'

interface TrendChartProps {
  points: readonly TrendPoint[]
  grain: Grain
  /** What the line shows. */
  metric: ChartMetric
  currency: string
  /** Whether there is money to draw; without, the line has the whole height. */
  hasMoney: boolean
  /** The goals that are marked above the line. */
  goals: readonly ChartGoal[]
  label: string
  /** What is above the chart, whose first point begins at `left` pixels. */
  above?: (left: number) => ReactNode
}

/**
 * A figure as a line, revenue as bars, one time axis. Pointing at it or moving with the arrow keys reads single
 * values; for a screen reader it is a slider whose values are whole sentences.
 */
export function TrendChart(props: TrendChartProps) {
  const { points, grain, metric, currency, hasMoney, goals, label, above } = props
  const [frame, width] = useWidth<HTMLDivElement>()
  const goalRows = goals.length
  const height = (width < 560 ? 250 : 270) + goalRows * goalRowHeight
  const layout = useMemo(
    () => layoutTrend(points, { width, height, metric, currency, hasMoney, goalRows }),
    [points, width, height, metric, currency, hasMoney, goalRows],
  )
  const { index, slider } = useSlider({
    label,
    last: points.length - 1,
    indexAt: (x) => nearestIndex(layout, points.length, x),
    write: (place) => sentence(place, props),
  })
  const chosen = index === undefined ? undefined : points[index]
  return (
    <>
      {above?.(layout.left)}
      <div ref={frame} className={styles.chart} {...slider} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" focusable="false">
            <Axes layout={layout} points={points} grain={grain} />
            <GoalMarks goals={goals} layout={layout} />
            <TrendMarks
              points={points}
              layout={layout}
              active={index}
              isMoneyOnly={metric === 'revenue'}
            />
          </svg>
        )}
        {chosen && index !== undefined && width > 0 && (
          <Reading
            point={chosen}
            x={layout.center(index)}
            width={width}
            grain={grain}
            metric={metric}
            currency={currency}
            hasMoney={hasMoney}
            goals={goals}
            index={index}
          />
        )}
      </div>
    </>
  )
}

function Axes({
  layout,
  points,
  grain,
}: Pick<TrendChartProps, 'points' | 'grain'> & { layout: Layout }) {
  return (
    <g className={styles.axes}>
      {[layout.line, layout.revenue].map(({ top, ticks, y }) => (
        <ValueAxis key={top} ticks={ticks} y={y} left={layout.left} right={layout.right} />
      ))}
      {layout.labelled.map((index) => (
        <text key={index} x={layout.center(index)} y={layout.height - 6} textAnchor="middle">
          {formatPointShort(points[index]?.point ?? '', grain)}
        </text>
      ))}
    </g>
  )
}

function sentence(index: number, props: TrendChartProps): string {
  const point = props.points[index]
  if (!point) return texts.panels.empty
  const reached = props.goals
    .filter(({ counts }) => counts[index])
    .map(({ name, counts }) => `${name}: ${formatCount(counts[index] ?? 0)}`)
  const { imported } = point
  const importedText =
    imported === undefined
      ? []
      : [`${texts.chart.imported}: ${formatFigure(props.metric, imported, props.currency)}`]
  return [figures(point, props), ...importedText, ...reached].join('; ')
}

function figures(
  point: TrendPoint,
  { grain, metric, currency, hasMoney }: TrendChartProps,
): string {
  const { before } = point
  if (!hasMoney || metric === 'revenue') {
    const at = (place: string, value: number | null) =>
      `${formatPoint(place, grain)}: ${formatFigure(metric, value, currency)} ${texts.chart.inWords[metric]}`
    const now = at(point.point, point.value)
    return before && metric === 'revenue' ? `${now}; ${at(before.point, before.revenue)}` : now
  }
  const figure = `${formatFigure(metric, point.value, currency)} ${texts.chart.inWords[metric]}`
  const now = texts.chart.value(
    formatPoint(point.point, grain),
    figure,
    formatMoney(point.revenue, currency),
  )
  if (!before) return now
  return `${now}; ${texts.chart.value(
    formatPoint(before.point, grain),
    formatFigure(metric, before.value, currency),
    formatMoney(before.revenue, currency),
  )}`
}
