import { area, curveMonotoneX, line } from 'd3-shape'
import type { Layout, TrendPoint } from './scales.ts'
import styles from './trend-chart.module.css'

interface TrendMarksProps {
  points: readonly TrendPoint[]
  layout: Layout
  active: number | undefined
}

/** The line, the area under it and the bars; what is still going on is drawn dashed and pale. */
export function TrendMarks({ points, layout, active }: TrendMarksProps) {
  const { visitors, revenue } = layout
  const places = points.map((point, index) => ({
    x: layout.center(index),
    y: visitors.y(point.visitors),
  }))
  const draw = line<{ x: number; y: number }>(
    (place) => place.x,
    (place) => place.y,
  ).curve(curveMonotoneX)
  const fill = area<{ x: number; y: number }>()
    .x((place) => place.x)
    .y0(visitors.bottom)
    .y1((place) => place.y)
    .curve(curveMonotoneX)
  const isGoingOn = points.at(-1)?.partial === true && places.length > 1
  const settled = isGoingOn ? places.slice(0, -1) : places
  const zero = revenue.y(0)
  const width = Math.min(layout.bandwidth, 44)
  const dot = active === undefined ? places.length === 1 && places[0] : places[active]

  return (
    <>
      {active !== undefined && (
        <line
          className={styles.cross}
          x1={layout.center(active)}
          x2={layout.center(active)}
          y1={visitors.top}
          y2={revenue.bottom}
        />
      )}
      <path className={styles.area} d={fill(places) ?? ''} />
      <path className={styles.line1} d={draw(settled) ?? ''} />
      {isGoingOn && <path className={styles.goingOn} d={draw(places.slice(-2)) ?? ''} />}
      {points.map((point, index) => {
        const y = revenue.y(point.revenue)
        if (point.revenue === 0) return null
        return (
          <rect
            key={point.point}
            className={point.partial ? styles.paleBar : styles.bar}
            data-active={index === active || undefined}
            x={layout.center(index) - width / 2}
            y={Math.min(y, zero)}
            width={width}
            height={Math.max(Math.abs(y - zero), 1.5)}
            rx={Math.min(3, width / 4)}
          />
        )
      })}
      {dot && <circle className={styles.dot} cx={dot.x} cy={dot.y} r={4.5} />}
    </>
  )
}
