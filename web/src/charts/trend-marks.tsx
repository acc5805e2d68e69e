import { area, curveMonotoneX, line } from 'd3-shape'
import type { TrendPoint } from '../api/series.ts'
import type { Layout } from './scales.ts'
import styles from './trend-chart.module.css'

interface TrendMarksProps {
  points: readonly TrendPoint[]
  layout: Layout
  active: number | undefined
  /** Bars over the whole height, without a line above them. */
  isMoneyOnly: boolean
}

interface Place {
  x: number
  y: number | null
}

const draw = line<Place>(
  ({ x }) => x,
  ({ y }) => y ?? 0,
)
  .defined(({ y }) => y !== null)
  .curve(curveMonotoneX)

/**
 * The line, the area under it and the bars. A period that is not over is dashed and pale; the previous period is
 * behind it, in grey; another tool's counts have long dashes.
 */
export function TrendMarks({ points, layout, active, isMoneyOnly }: TrendMarksProps) {
  const { line: lane, revenue } = layout
  const place = (index: number, value: number | null | undefined): Place => ({
    x: layout.center(index),
    y: value === null || value === undefined ? null : lane.y(value),
  })
  const places = points.map(({ value }, index) => place(index, value))
  const before = points.map((point, index) => place(index, point.before?.value))
  const paidBefore = points.map(({ before: past }, index) => ({
    x: layout.center(index),
    y: past ? revenue.y(past.revenue) : null,
  }))
  const imported = points.map((point, index) => place(index, point.imported))
  const fill = area<Place>()
    .defined(({ y }) => y !== null)
    .x(({ x }) => x)
    .y0(lane.bottom)
    .y1(({ y }) => y ?? 0)
    .curve(curveMonotoneX)
  const isGoingOn = points.at(-1)?.partial === true && places.length > 1
  const settled = isGoingOn ? places.slice(0, -1) : places
  const dot = active === undefined ? places.length === 1 && places[0] : places[active]

  return (
    <>
      {active !== undefined && (
        <line
          className={styles.cross}
          x1={layout.center(active)}
          x2={layout.center(active)}
          y1={lane.top}
          y2={revenue.bottom}
        />
      )}
      {!isMoneyOnly && (
        <>
          <path className={styles.before} d={draw(before) ?? ''} />
          <path className={styles.imported} d={draw(imported) ?? ''} />
          <path className={styles.area} d={fill(settled) ?? ''} />
          <path className={styles.line1} d={draw(settled) ?? ''} />
          {isGoingOn && <path className={styles.goingOn} d={draw(places.slice(-2)) ?? ''} />}
        </>
      )}
      <Bars points={points} layout={layout} active={active} isMoneyOnly={isMoneyOnly} />
      {isMoneyOnly && <path className={styles.before} d={draw(paidBefore) ?? ''} />}
      {!isMoneyOnly && dot && dot.y !== null && (
        <circle className={styles.dot} cx={dot.x} cy={dot.y} r={4.5} />
      )}
    </>
  )
}

/** New payments, renewals on top of them, refunds below zero; a mark at the value of the comparison. */
function Bars({ points, layout, active, isMoneyOnly }: TrendMarksProps) {
  const { revenue } = layout
  const width = Math.min(layout.bandwidth, 44)
  return points.map((point, index) => {
    const { newRevenue, renewalRevenue, refunds } = point.parts
    const x = layout.center(index) - width / 2
    const stack = [
      { look: styles.bar, from: 0, to: newRevenue },
      { look: styles.renewalBar, from: newRevenue, to: newRevenue + renewalRevenue },
      { look: styles.refundBar, from: 0, to: -refunds },
    ].filter(({ from, to }) => from !== to)
    return (
      <g
        key={point.point}
        data-active={index === active || undefined}
        className={point.partial ? styles.pale : undefined}
      >
        {stack.map(({ look, from, to }) => (
          <rect
            key={look}
            className={look}
            x={x}
            y={Math.min(revenue.y(from), revenue.y(to))}
            width={width}
            height={Math.max(Math.abs(revenue.y(from) - revenue.y(to)), 1.5)}
            rx={Math.min(3, width / 4)}
          />
        ))}
        {!isMoneyOnly && point.before && point.before.revenue !== 0 && (
          <line
            className={styles.beforeBar}
            x1={x}
            x2={x + width}
            y1={revenue.y(point.before.revenue)}
            y2={revenue.y(point.before.revenue)}
          />
        )}
      </g>
    )
  })
}
