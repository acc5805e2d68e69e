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

/** A row of marks for each goal, above the line; their area grows with how often it was reached. */
export function GoalMarks({ goals, layout }: { goals: readonly ChartGoal[]; layout: Layout }) {
  const widest = Math.max(smallest, Math.min(largest, layout.bandwidth / 2))
  return goals.map(({ name, counts }, row) => {
    const most = Math.max(...counts, 1)
    const y = goalRowHeight * (row + 0.5) + 1
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

/** What was reached at one point, line by line. */
export function GoalReadings({ goals, index }: { goals: readonly ChartGoal[]; index: number }) {
  return goals.map(({ name, counts }, row) => (
    <p key={name} className={styles.line}>
      <GoalSign row={row} />
      <span className={styles.goalName}>{name}</span>
      <strong>{formatCount(counts[index] ?? 0)}</strong>
    </p>
  ))
}
