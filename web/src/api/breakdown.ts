import type { Metric, QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import type { RateInterval } from '../format/interval.ts'
import type { Dimension } from '../url-state/dimension.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { comparisonOf, figureIn, numberIn, type Scope, scopeOf, searchOf } from './query.ts'
import { useReport } from './report.ts'

/** One line of a breakdown. */
export interface BreakdownRow {
  kind: 'value' | 'not-linked'
  value: string
  visitors: number
  revenue: number
  /** Every requested figure; null if the divisor is 0. */
  figures: Partial<Record<Metric, number | null>>
  /** The confidence intervals of the rates among them, if available. */
  intervals: Partial<Record<Metric, RateInterval>>
  /** The relative change of each figure; null without a previous value. Empty without a comparison. */
  change: Partial<Record<Metric, number | null>>
}

export interface Breakdown {
  rows: BreakdownRow[]
  /** The revenue of all values together, including those that are not listed. */
  revenue: number
  currency: string
  hasMore: boolean
  /** Rows have a change against the comparison. */
  isCompared: boolean
  /** For how many payments fees and tax are known, if they were requested. */
  costsKnown: QueryAnswer['costsKnown']
}

interface Wanted {
  dimension: Dimension
  metrics: Metric[]
  orderBy: [Metric, 'asc' | 'desc'][]
  limit: number
  /** Only values that contain this text. */
  text?: string
}

/** Rows of a panel by one of their figures; ties are broken by the others. */
export function orderOf<Figure extends Metric>(by: Figure, figures: readonly Figure[]) {
  return [by, ...figures.filter((figure) => figure !== by)].map((one): [Figure, 'desc'] => [
    one,
    'desc',
  ])
}

/** Figures by one dimension, in any order, with their change. */
export function useBreakdown(
  siteId: string,
  scope: Scope & Pick<ReportState, 'comparison'>,
  { dimension, metrics, orderBy, limit, text = '' }: Wanted,
) {
  const about = scopeOf(scope)
  const body: QueryInput = {
    ...about,
    ...comparisonOf(scope),
    filters: [...about.filters, ...searchOf(dimension, text)],
    metrics,
    dimensions: [dimension],
    orderBy,
    limit,
  }
  return useReport(siteId, body, (reply) => {
    const shown = showBreakdown(reply, dimension, metrics)
    // Rows that are complete are sorted at once: the answer in that order may take a second.
    return shown.hasMore ? shown : { ...shown, rows: sorted(shown.rows, orderBy) }
  })
}

/** Sorts as the server does: unknown values are the smallest, and ties keep their order. */
function sorted(rows: BreakdownRow[], orderBy: Wanted['orderBy']): BreakdownRow[] {
  return rows.toSorted((one, other) => {
    for (const [metric, direction] of orderBy) {
      const a = one.figures[metric] ?? Number.NEGATIVE_INFINITY
      const b = other.figures[metric] ?? Number.NEGATIVE_INFINITY
      if (a !== b) return a < b === (direction === 'asc') ? -1 : 1
    }
    return 0
  })
}

function showBreakdown(reply: QueryAnswer, dimension: Dimension, metrics: Metric[]): Breakdown {
  const rows = reply.rows.map((row, index): BreakdownRow => {
    return {
      kind: row.notLinked === true ? 'not-linked' : 'value',
      value: String(row[dimension] ?? ''),
      visitors: numberIn(row, 'visitors'),
      revenue: numberIn(row, 'revenue'),
      figures: Object.fromEntries(metrics.map((metric) => [metric, figureIn(row, metric)])),
      intervals: reply.intervals?.rows[index] ?? {},
      change: reply.comparison?.change.rows[index] ?? {},
    }
  })
  return {
    rows,
    revenue: numberIn(reply.totals, 'revenue'),
    currency: reply.currency,
    hasMore: reply.nextCursor !== undefined,
    isCompared: reply.comparison !== undefined,
    costsKnown: reply.costsKnown,
  }
}
