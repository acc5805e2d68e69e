import type { QueryInput } from '@tributary/contract/query.ts'
import type { RateInterval } from '../format/interval.ts'
import { figureIn, numberIn, type Scope, scopeOf } from './query.ts'
import { useReport } from './report.ts'

/** One goal: how often it was reached, by how many visitors, and their share of all visitors. */
export interface GoalRow {
  goal: string
  count: number
  visitors: number
  /** The share of all visitors of the range, 0 to 1; null without any. */
  rate: number | null
  /** The confidence interval of the rate, if available. */
  interval: RateInterval | undefined
}

/** The goals that were reached, most visitors first. */
export function useGoals(siteId: string, scope: Scope) {
  const body: QueryInput = {
    ...scopeOf(scope),
    metrics: ['visitors', 'goals', 'goalConversionRate'],
    dimensions: ['goal'],
    orderBy: [['visitors', 'desc']],
    limit: 1000,
  }
  return useReport(siteId, body, (reply) =>
    reply.rows.map(
      (row, index): GoalRow => ({
        goal: String(row.goal ?? ''),
        count: numberIn(row, 'goals'),
        visitors: numberIn(row, 'visitors'),
        rate: figureIn(row, 'goalConversionRate'),
        interval: reply.intervals?.rows[index]?.goalConversionRate,
      }),
    ),
  )
}
