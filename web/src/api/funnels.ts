import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppFunnel, NewAppFunnel } from '@tributary/contract/app-funnel.ts'
import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import type { FunnelState } from '../url-state/funnel-state.ts'
import { stepInput } from '../url-state/step.ts'
import type { Scope } from './query.ts'
import { useQuestion } from './question.ts'
import { request } from './request.ts'

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/funnels`
const keyOf = (siteId: string) => ['sites', siteId, 'funnels']

/** How far people get on the way that the address names. */
export function useFunnel(siteId: string, scope: Scope, funnel: FunnelState) {
  const { steps, by, windowHours, split } = funnel
  const about = steps.length >= 2 && {
    steps: steps.map(stepInput),
    by,
    windowHours,
    ...(split !== undefined && { breakdown: split, limit: 20 }),
  }
  return useQuestion<Funnel>(siteId, { name: 'funnel', scope, about: about || undefined })
}

/** The funnels that people of the site keep, by name. */
export function useSavedFunnels(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ funnels: AppFunnel[] }>(pathOf(siteId), { signal })).funnels,
    staleTime: 30_000,
  })
}

/** Keeps a funnel: in the place of the one of that id, or as a new one. */
export function useSaveFunnel(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: NewAppFunnel & { id?: string | undefined }) => {
      const path = id === undefined ? pathOf(siteId) : `${pathOf(siteId)}/${encodeURIComponent(id)}`
      const method = id === undefined ? 'POST' : 'PUT'
      return (await request<{ funnel: AppFunnel }>(path, { method, body })).funnel
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRemoveFunnel(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request(`${pathOf(siteId)}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}
