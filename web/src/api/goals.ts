import type { QueryInput } from '@tributary/contract/query.ts'
import { numberIn, type Scope, scopeOf } from './query.ts'
import { useReport } from './report.ts'

/** One goal: how often it was reached, by how many, and the share of all visitors. */
export interface GoalRow {
  goal: string
  count: number
  visitors: number
  /** Of all visitors of the range, 0 to 1; undefined until those are known. */
  rate: number | undefined
}

/** The goals that were reached, most visitors first. `allVisitors` is what the rates divide by. */
export function useGoals(
  siteId: string,
  scope: Scope,
  { limit, allVisitors }: { limit: number; allVisitors: number | undefined },
) {
  const body: QueryInput = {
    ...scopeOf(scope),
    metrics: ['visitors', 'goals'],
    dimensions: ['goal'],
    orderBy: [['visitors', 'desc']],
    limit,
  }
  return useReport(siteId, body, (reply) => ({
    hasMore: reply.nextCursor !== undefined,
    rows: reply.rows.map((row): GoalRow => {
      const visitors = numberIn(row, 'visitors')
      return {
        goal: String(row.goal ?? ''),
        count: numberIn(row, 'goals'),
        visitors,
        rate: allVisitors ? visitors / allVisitors : undefined,
      }
    }),
  }))
}
