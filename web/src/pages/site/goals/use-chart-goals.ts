import { pointKey, useGoalCounts } from '../../../api/goal-marks.ts'
import { useReader } from '../../../api/reader.ts'
import { useGoalSettings } from '../../../api/site/goal-settings.ts'
import type { useTrend } from '../../../api/trend.ts'
import type { ChartGoal } from '../../../charts/goal-marks.tsx'
import type { ReportState } from '../../../url-state/report-state.ts'
import { goalsToMark } from './arrange-goals.ts'

interface ChartGoals {
  goals: ChartGoal[]
  /** The number of rows of marks is not known yet. */
  isPending: boolean
  /** Why there are no marks, if there should be some. */
  error: Error | null
}

/** The goals that the site marks on its chart, at its points; a share link shows none. */
export function useChartGoals(
  siteId: string,
  state: ReportState,
  trend: ReturnType<typeof useTrend>['data'],
): ChartGoals {
  const { isMember } = useReader()
  const settings = useGoalSettings(siteId)
  const marked = isMember ? goalsToMark(settings.data ?? []) : []
  const counts = useGoalCounts(siteId, state, marked.length > 0)
  const goals = marked.map(({ goal, name }) => ({
    name,
    counts: (trend?.points ?? []).map(
      ({ point }) => counts.data?.get(goal)?.get(pointKey(point, trend?.grain ?? 'day')) ?? 0,
    ),
  }))
  return {
    goals,
    isPending: settings.isPending,
    error: counts.data ? null : counts.error,
  }
}
