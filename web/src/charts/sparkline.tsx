import styles from './sparkline.module.css'

interface SparklineProps {
  /** In time order; null if the divisor is 0. */
  values: readonly (number | null)[]
  /** The last value is still growing. */
  isGoingOn: boolean
  isMoney: boolean
}

const width = 100
const height = 24

/** A figure over time at the height of a word. The figures next to it say the same. */
export function Sparkline({ values, isGoingOn, isMoney }: SparklineProps) {
  const known = values.map((value) => value ?? 0)
  if (known.length < 2) return <svg className={styles.line} aria-hidden="true" />
  const least = Math.min(0, ...known)
  const span = Math.max(...known) - least || 1
  const points = known.map((value, index) => {
    const x = (index / (known.length - 1)) * width
    return `${x.toFixed(1)} ${(height - 1 - ((value - least) / span) * (height - 2)).toFixed(1)}`
  })
  const settled = isGoingOn ? points.slice(0, -1) : points
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-money={isMoney || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M${settled.join('L')}`} />
      {isGoingOn && <path className={styles.goingOn} d={`M${points.slice(-2).join('L')}`} />}
    </svg>
  )
}
