import styles from './goal-sign.module.css'

/** The mark of a row of goals on the chart, as its legend shows it. */
export function GoalSign({ row }: { row: number }) {
  return (
    <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
      <path className={styles.goal} d={goalShape(row, 4.5)} />
    </svg>
  )
}

/** A circle, a square on its corner or a triangle: rows differ by more than their place. */
export function goalShape(row: number, size: number): string {
  if (row === 1) return `M0 ${-size}L${size} 0L0 ${size}L${-size} 0Z`
  if (row === 2) return `M0 ${-size}L${size} ${size * 0.8}L${-size} ${size * 0.8}Z`
  return `M${-size} 0a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`
}
