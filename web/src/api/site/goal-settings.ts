import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GoalSetting, GoalSettingChange } from '@tributary/contract/app/goals.ts'
import { request } from '../client/request.ts'
import { useReader } from '../reader.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'goals']

/** How the site shows its goals, or how a share link does. */
export function useGoalSettings(siteId: string) {
  const { isMember, goals: shared = [] } = useReader()
  const own = useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }): Promise<readonly GoalSetting[]> =>
      (await request('GET /api/app/sites/:siteId/goals', { siteId, signal })).goals,
    staleTime: 30_000,
    enabled: isMember,
  })
  return isMember ? own : { ...own, data: shared, isPending: false, error: null }
}

/** Changes how the site shows one goal; the answer has all goals, with concurrent changes. */
export function useChangeGoal(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that a quick second change never arrives before the first.
    scope: { id: `goals of ${siteId}` },
    mutationFn: async (body: GoalSettingChange) =>
      (await request('PATCH /api/app/sites/:siteId/goals', { siteId, body })).goals,
    onSuccess: async (goals) => {
      await client.cancelQueries({ queryKey: keyOf(siteId), exact: true })
      client.setQueryData(keyOf(siteId), goals)
    },
  })
}

/** The goals that were reached within a year, with their totals of 30 days. */
export function useSeenGoals(siteId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'seen'],
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/goals/seen', { siteId, signal })).goals,
    // Soon enough to see a goal that somebody is testing.
    refetchInterval: 5_000,
  })
}
