import { formatCount } from '../format/number.ts'
import { goalRowHeight } from './chart-space.ts'
import sign from './goal-sign.module.css'
import { GoalSign, goalShape } from './goal-sign.tsx'
import type { Layout } from './scales.ts'
import styles from './trend-chart.module.css'

/** A goal that the chart marks: how often it was reached at each of its points. */
export interface ChartGoal {
  name: string
  counts: readonly number[]
}

/** Half of how wide a mark is, in pixels; where points are close, no wider than their bands. */
const smallest = 2
const largest = 5.5

/** With fewer points than this, marks can be told apart. */
const leastBars = 8

/**
 * A row for each goal above the line, with a mark wherever it was reached, whose area grows with the number. A goal
 * that is reached at most points gets a row of small bars instead: a mark at every point would show nothing.
 */
export function GoalMarks({ goals, layout }: { goals: readonly ChartGoal[]; layout: Layout }) {
  const widest = Math.max(smallest, Math.min(largest, layout.bandwidth / 2))
  return goals.map(({ name, counts }, row) => {
    const most = Math.max(...counts, 1)
    const y = goalRowHeight * (row + 0.5) + 1
    const reached = counts.filter((count) => count > 0).length
    if (counts.length >= leastBars && reached > counts.length / 2) {
      return <GoalBars key={name} row={row} y={y} counts={counts} most={most} layout={layout} />
    }
    return (
      <g key={name} className={styles.goals}>
        <line x1={layout.left} x2={layout.right} y1={y} y2={y} className={styles.rule} />
        {counts.map((count, index) => {
          if (count === 0) return null
          const size = smallest + (widest - smallest) * Math.sqrt(count / most)
          const place = `translate(${layout.center(index)} ${y})`
          return (
            <path key={index} className={sign.goal} transform={place} d={goalShape(row, size)} />
          )
        })}
      </g>
    )
  })
}

interface GoalBarsProps {
  row: number
  y: number
  counts: readonly number[]
  most: number
  layout: Layout
}

/** The sign of the row at its beginning, as in the legend, and a bar for each point. */
function GoalBars({ row, y, counts, most, layout }: GoalBarsProps) {
  const width = Math.max(1, Math.min(10, layout.bandwidth * 0.6))
  const tallest = goalRowHeight - 4
  const bottom = y + tallest / 2
  return (
    <g className={styles.goals}>
      <path
        className={sign.goal}
        transform={`translate(${layout.left - 16} ${y})`}
        d={goalShape(row, 4.5)}
      />
      {counts.map((count, index) => {
        if (count === 0) return null
        const height = Math.max(1.5, (count / most) * tallest)
        return (
          <rect
            key={index}
            className={sign.bar}
            x={layout.center(index) - width / 2}
            y={bottom - height}
            width={width}
            height={height}
            rx={1}
          />
        )
      })}
    </g>
  )
}

/** The goals that were reached at one point, line by line. */
export function GoalReadings({ goals, index }: { goals: readonly ChartGoal[]; index: number }) {
  return goals.map(({ name, counts }, row) => (
    <p key={name} className={styles.line}>
      <GoalSign row={row} />
      <span className={styles.goalName}>{name}</span>
      <strong>{formatCount(counts[index] ?? 0)}</strong>
    </p>
  ))
}
