import type { TrendPoint } from '../api/series.ts'
import { formatPoint } from '../format/date.ts'
import { formatFigure } from '../format/figure.ts'
import { formatChange } from '../format/number.ts'
import { texts } from '../texts/texts.ts'
import type { Grain } from '../url-state/range.ts'
import type { ChartMetric } from '../url-state/report-state.ts'
import { type ChartGoal, GoalReadings } from './goal-marks.tsx'
import styles from './trend-chart.module.css'

interface ReadingProps {
  point: TrendPoint
  /** The point's position, in pixels from the left. */
  x: number
  width: number
  grain: Grain
  metric: ChartMetric
  currency: string
  hasMoney: boolean
  goals: readonly ChartGoal[]
  /** The point's place among all. */
  index: number
}

const parts = ['newRevenue', 'renewalRevenue', 'refunds'] as const

/** Refunds are positive amounts, but they are subtracted. */
function partOf({ parts: amounts }: TrendPoint, part: (typeof parts)[number]): number {
  return part === 'refunds' ? -amounts.refunds : amounts[part]
}

/** The figures of one point, next to it, with those of the comparison. */
export function Reading(props: ReadingProps) {
  const { point, x, width, grain, metric, currency, hasMoney, goals, index } = props
  const onLeft = x > width / 2
  const place = `${x}px + ${onLeft ? '-100% - 14px' : '14px'}`
  // On a phone neither side has enough width for all of it.
  const shift = `translateX(clamp(0px, ${place}, ${width}px - 100%))`
  const lines = [
    { name: metric, value: point.value, before: point.before?.value, dot: styles.visitorsDot },
    {
      name: 'revenue' as const,
      value: point.revenue,
      before: point.before?.revenue,
      dot: styles.revenueDot,
    },
  ].slice(metric === 'revenue' ? 1 : 0, hasMoney ? 2 : 1)
  return (
    <div className={styles.reading} style={{ transform: shift }} aria-hidden="true">
      <p className={styles.when}>
        {formatPoint(point.point, grain)}
        {point.partial && <span> · {texts.chart.partial}</span>}
      </p>
      {lines.map(({ name, value, dot }) => (
        <p key={name} className={styles.line}>
          <span className={dot} />
          {texts.figures.names[name]}
          <strong className={name === 'revenue' ? 'money' : undefined}>
            {formatFigure(name, value, currency)}
          </strong>
        </p>
      ))}
      {point.imported !== undefined && (
        <p className={styles.line}>
          <span className={styles.importedDot} />
          {texts.chart.imported}
          <strong>{formatFigure(metric, point.imported, currency)}</strong>
        </p>
      )}
      {parts
        .filter((part) => point.parts[part] !== 0)
        .map((part) => (
          <p key={part} className={styles.part}>
            {texts.chart.parts[part]}
            <span>{formatFigure('revenue', partOf(point, part), currency)}</span>
          </p>
        ))}
      <GoalReadings goals={goals} index={index} />
      {point.before && (
        <div className={styles.past}>
          <p className={styles.when}>{formatPoint(point.before.point, grain)}</p>
          {lines.map(({ name, value, before }) => (
            <p key={name} className={styles.line}>
              <span className={styles.beforeDot} />
              {texts.figures.names[name]}
              <strong>{formatFigure(name, before ?? null, currency)}</strong>
              {/* A period that is still running would always look like a loss. */}
              {!point.partial && before ? (
                <span className={styles.changed}>{formatChange((value ?? 0) / before - 1)}</span>
              ) : null}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
