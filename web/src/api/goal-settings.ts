import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GoalSetting, SeenGoal } from '@tributary/contract/app-goals.ts'
import { request } from './request.ts'

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/goals`
const keyOf = (siteId: string) => ['sites', siteId, 'goals']

/** How the site shows its goals; `shared` stands in for that where a share link was opened. */
export function useGoalSettings(siteId: string, shared?: readonly GoalSetting[]) {
  const own = useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }): Promise<readonly GoalSetting[]> =>
      (await request<{ goals: GoalSetting[] }>(pathOf(siteId), { signal })).goals,
    staleTime: 30_000,
    enabled: shared === undefined,
  })
  return shared === undefined ? own : { ...own, data: shared, isPending: false, error: null }
}

/** Replaces all of the site's settings of goals; what is shown changes at once. */
export function useSaveGoalSettings(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that a quick second change never arrives before the first.
    scope: { id: `goals of ${siteId}` },
    mutationFn: async (goals: readonly GoalSetting[]) =>
      (await request<{ goals: GoalSetting[] }>(pathOf(siteId), { method: 'PUT', body: { goals } }))
        .goals,
    onMutate: async (goals) => {
      await client.cancelQueries({ queryKey: keyOf(siteId), exact: true })
      client.setQueryData(keyOf(siteId), goals)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(siteId), exact: true }),
  })
}

/** The goals that came in within a year, with what became of them in 30 days. */
export function useSeenGoals(siteId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'seen'],
    queryFn: async ({ signal }) =>
      (await request<{ goals: SeenGoal[] }>(`${pathOf(siteId)}/seen`, { signal })).goals,
    refetchInterval: 30_000,
  })
}
