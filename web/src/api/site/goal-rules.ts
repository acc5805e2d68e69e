import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import { request } from '../client/request.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'goal-rules']

/** The goals that are defined here, the oldest first. */
export function useGoalRules(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/goal-rules', { siteId, signal })).rules,
    // Polled until the past is counted.
    refetchInterval: ({ state }) => (state.data?.some((rule) => rule.isFilling) ? 2_000 : false),
  })
}

/** Adds a goal, or changes the one of this id. */
export function useSaveGoalRule(siteId: string, ruleId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewGoalRule) =>
      ruleId === undefined
        ? request('POST /api/app/sites/:siteId/goal-rules', { siteId, body })
        : request('PUT /api/app/sites/:siteId/goal-rules/:ruleId', { siteId, ruleId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRemoveGoalRule(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ruleId: string) =>
      request('DELETE /api/app/sites/:siteId/goal-rules/:ruleId', { siteId, ruleId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/**
 * The suffix of a page's address that makes it load the element picker; requested ahead, as it is valid for an hour.
 */
export function useElementPick(siteId: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'pick'],
    queryFn: async ({ signal }) =>
      (await request('POST /api/app/sites/:siteId/goal-picks', { siteId, signal })).fragment,
    enabled: isWanted,
    staleTime: 50 * 60_000,
  })
}

/** What was seen of a site in 30 days that a goal can be made of: its pages, or the clicked links. */
export function useGoalSources(siteId: string, kind: NewGoalRule['kind']) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'sources', kind],
    queryFn: async ({ signal }): Promise<GoalSource[]> =>
      kind === 'page' ? pagesOf(siteId, signal) : linksOf(siteId, kind, signal),
    enabled: kind === 'page' || kind in linkGoals,
    staleTime: 60_000,
  })
}

/** A page or link, and how often it was seen or clicked. */
export interface GoalSource {
  address: string
  count: number
}

const linkGoals: Partial<Record<NewGoalRule['kind'], string>> = {
  link: 'outbound-link',
  download: 'download',
}

async function pagesOf(siteId: string, signal: AbortSignal): Promise<GoalSource[]> {
  const body = { metrics: ['pageviews'], dimensions: ['page'], dateRange: '30d', limit: 1000 }
  const { rows } = await request('POST /api/v1/query', { siteId, body, signal })
  return rows.map(({ page, pageviews }) => ({ address: String(page), count: Number(pageviews) }))
}

async function linksOf(
  siteId: string,
  kind: NewGoalRule['kind'],
  signal: AbortSignal,
): Promise<GoalSource[]> {
  const body = { dateRange: '30d', goal: linkGoals[kind] ?? '' }
  const { properties } = await request('POST /api/v1/goals', { siteId, body, signal })
  const urls = properties.find(({ property }) => property === 'url')?.values ?? []
  return urls.map(({ value, count }) => ({ address: value, count }))
}
