import { useReader } from '../../../api/reader.ts'
import type { TrendPoint } from '../../../api/series.ts'
import { useAnnotations } from '../../../api/site/annotations.ts'
import type { ChartGoal } from '../../../charts/goal-marks.tsx'
import { formatPoint } from '../../../format/date.ts'
import { formatFigure } from '../../../format/figure.ts'
import { formatMoney } from '../../../format/money.ts'
import { formatCount } from '../../../format/number.ts'
import { notesOfPoints } from '../../../parts/annotations/notes-of-points.ts'
import tables from '../../../parts/figures/figure-table.module.css'
import { texts } from '../../../texts/texts.ts'
import type { Grain } from '../../../url-state/range.ts'
import type { ChartMetric } from '../../../url-state/report-state.ts'
import { chartTitle } from './chart-metric.ts'
import styles from './trend.module.css'

interface TrendTableProps {
  siteId: string
  points: readonly TrendPoint[]
  grain: Grain
  metric: ChartMetric
  currency: string
  hasMoney: boolean
  goals: readonly ChartGoal[]
}

const parts = ['newRevenue', 'renewalRevenue', 'refunds'] as const

/** The chart's values as a table: the newest first. */
export function TrendTable(props: TrendTableProps) {
  const { siteId, points, grain, metric, currency, hasMoney, goals } = props
  const { isMember } = useReader()
  const when = grain === 'hour' ? 'hour' : grain === 'month' ? 'month' : 'date'
  const figure = texts.figures.names[metric]
  const annotations = useAnnotations(siteId, isMember)
  const notes = notesOfPoints(points, annotations.data ?? [])
  const hasImported = points.some(({ imported }) => imported !== undefined)
  const hasBefore = points.some(({ before }) => before !== undefined)
  return (
    <section
      className={`${tables.scroll} ${styles.asTable}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={texts.chart.table(chartTitle(metric, { seesMoney: hasMoney }))}
    >
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{texts.chart[when]}</th>
            {metric !== 'revenue' && <th scope="col">{figure}</th>}
            {hasImported && <th scope="col">{texts.chart.imported}</th>}
            {hasBefore && metric !== 'revenue' && <th scope="col">{texts.chart.before}</th>}
            {hasMoney && (
              <>
                <th scope="col">{texts.chart.revenue}</th>
                {parts.map((part) => (
                  <th key={part} scope="col">
                    {texts.chart.parts[part]}
                  </th>
                ))}
                {hasBefore && <th scope="col">{texts.chart.before}</th>}
              </>
            )}
            {goals.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...points.entries()].reverse().map(([index, point]) => (
            <tr key={point.point}>
              <th scope="row">
                {formatPoint(point.point, grain)}
                {point.partial && <span className={styles.partial}> · {texts.chart.partial}</span>}
                {notes.get(index)?.map((note) => (
                  <span key={note.annotationId} className={styles.note}>
                    {note.text}
                  </span>
                ))}
              </th>
              {metric !== 'revenue' && <td>{formatFigure(metric, point.value, currency)}</td>}
              {hasImported && <td>{formatFigure(metric, point.imported ?? null, currency)}</td>}
              {hasBefore && metric !== 'revenue' && (
                <td className={styles.partial}>
                  {formatFigure(metric, point.before?.value ?? null, currency)}
                </td>
              )}
              {hasMoney && <MoneyCells point={point} currency={currency} hasBefore={hasBefore} />}
              {goals.map(({ name, counts }) => (
                <td key={name}>{formatCount(counts[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface MoneyCellsProps {
  point: TrendPoint
  currency: string
  hasBefore: boolean
}

function MoneyCells({ point, currency, hasBefore }: MoneyCellsProps) {
  return (
    <>
      <td className="money">{formatMoney(point.revenue, currency)}</td>
      {parts.map((part) => (
        <td key={part}>{formatMoney(point.parts[part], currency)}</td>
      ))}
      {hasBefore && (
        <td className={styles.partial}>
          {formatFigure('revenue', point.before?.revenue ?? null, currency)}
        </td>
      )}
    </>
  )
}
