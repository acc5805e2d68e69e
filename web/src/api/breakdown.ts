import { useQuery } from '@tanstack/react-query'
import type {
  Metric,
  Model,
  QueryAnswer,
  QueryInput,
  ReportRow,
} from '@tributary/contract/query.ts'
import type { RateInterval } from '../format/interval.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { defaultModel } from '../url-state/model.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { previousAnswer } from './client/previous-answer.ts'
import { ask, comparisonOf, figureIn, numberIn, type Scope, scopeOf, searchOf } from './query.ts'
import { useReport } from './report.ts'

/** One line of a breakdown. */
export interface BreakdownRow {
  kind: 'value' | 'not-linked'
  value: string
  visitors: number
  revenue: number
  /** Every figure that was asked for; null where there is nothing to divide by. */
  figures: Partial<Record<Metric, number | null>>
  /** How sure the rates among them are, where that can be said. */
  intervals: Partial<Record<Metric, RateInterval>>
  /** The relative change of each figure; null where there was nothing before. Empty without a comparison. */
  change: Partial<Record<Metric, number | null>>
}

export interface Breakdown {
  rows: BreakdownRow[]
  /** The revenue of all values together, those that are not listed too. */
  revenue: number
  currency: string
  hasMore: boolean
  /** Rows have a change against what they are compared with. */
  isCompared: boolean
  /** Of how many payments fees and tax are known, where they were asked for. */
  costsKnown: QueryAnswer['costsKnown']
}

interface Wanted {
  dimension: Dimension
  metrics: Metric[]
  orderBy: [Metric, 'asc' | 'desc'][]
  limit: number
  /** Only values that hold this text. */
  text?: string
}

/** Rows of a panel by one of their figures; those that are alike in it go by the others. */
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
  return useReport(siteId, body, (reply) => showBreakdown(reply, dimension, metrics))
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

/**
 * How much revenue the chosen model gives each value more (or less) than the standard one does.
 * Empty while the two answers are not both in.
 */
export function useModelShifts(
  siteId: string,
  scope: Scope,
  { dimension, isAsked }: { dimension: Dimension; isAsked: boolean },
) {
  const revenueBy = (model: Model): QueryInput => ({
    ...scopeOf({ ...scope, model }),
    metrics: ['revenue'],
    dimensions: [dimension],
    limit: limitOfShifts,
  })
  return useQuery({
    queryKey: ['shifts', siteId, revenueBy(scope.model)],
    queryFn: async ({ signal }) => {
      const answers = [revenueBy(scope.model), revenueBy(defaultModel)]
      const [chosen, standard] = await Promise.all(answers.map((body) => ask(siteId, body, signal)))
      return shiftsBetween(chosen?.rows ?? [], standard?.rows ?? [], dimension)
    },
    enabled: isAsked,
    placeholderData: previousAnswer(siteId, revenueBy(scope.model)),
  })
}

const limitOfShifts = 1000

function shiftsBetween(
  chosen: readonly ReportRow[],
  standard: readonly ReportRow[],
  dimension: Dimension,
): Map<string, number> {
  const shifts = new Map<string, number>()
  const add = (row: ReportRow, sign: number) => {
    const value = String(row[dimension] ?? '')
    // Sums of cents are exact only as whole numbers; no currency has more than four decimals.
    const units = Math.round((shifts.get(value) ?? 0) * 10_000)
    shifts.set(value, (units + sign * Math.round(numberIn(row, 'revenue') * 10_000)) / 10_000)
  }
  for (const row of chosen) add(row, 1)
  for (const row of standard) add(row, -1)
  return shifts
}
