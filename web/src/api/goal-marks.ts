import { useQuery } from '@tanstack/react-query'
import type { QueryInput, ReportRow } from '@tributary/contract/query.ts'
import { grainOf } from '../url-state/range.ts'
import { askAllRows } from './client/all-rows.ts'
import { previousAnswer } from './client/previous-answer.ts'
import { withoutIdleModel } from './idle-model.ts'
import { type Scope, scopeOf } from './query.ts'
import { pointLength } from './series.ts'

const refreshMs = 30_000

/** How often a goal was reached at each point of the chart, without zeros. */
export type GoalCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

/** By goal, how often each was reached over time, in the steps of the chart. Requests nothing without goals. */
export function useGoalCounts(siteId: string, scope: Scope, isWanted: boolean) {
  const grain = grainOf(scope.range)
  const body = withoutIdleModel<QueryInput>({
    ...scopeOf(scope),
    metrics: ['goals'],
    dimensions: [grain, 'goal'],
    orderBy: [[grain, 'asc']],
  })
  return useQuery({
    queryKey: ['goal-marks', siteId, body],
    queryFn: ({ signal }) => askAllRows(siteId, body, signal),
    select: (rows) => countsOf(rows, grain),
    enabled: isWanted,
    placeholderData: previousAnswer(siteId, body),
    refetchInterval: refreshMs,
  })
}

function countsOf(rows: readonly ReportRow[], grain: keyof typeof pointLength): GoalCounts {
  const counts = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const [goal, count] = [String(row.goal ?? ''), row.goals]
    if (typeof count !== 'number') continue
    const point = pointKey(String(row[grain] ?? ''), grain)
    const ofGoal = counts.get(goal) ?? new Map<string, number>()
    counts.set(goal, ofGoal.set(point, (ofGoal.get(point) ?? 0) + count))
  }
  return counts
}

/** A point's name in the form that all of a grain share, whatever the server's form. */
export function pointKey(point: string, grain: keyof typeof pointLength): string {
  return point.replace(' ', 'T').slice(0, pointLength[grain])
}
