import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewAppFunnel } from '@tributary/contract/app/funnel.ts'
import type { FunnelState } from '../url-state/funnel-state.ts'
import { stepInput } from '../url-state/step.ts'
import { request } from './client/request.ts'
import type { Scope } from './query.ts'
import { useQuestion } from './question.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'funnels']

/** How many people take each step of the funnel in the URL. */
export function useFunnel(siteId: string, scope: Scope, funnel: FunnelState) {
  const { steps, by, windowHours, split } = funnel
  const about = steps.length >= 2 && {
    steps: steps.map(stepInput),
    by,
    windowHours,
    ...(split !== undefined && { breakdown: split, limit: 20 }),
  }
  return useQuestion(siteId, {
    name: 'funnel',
    scope,
    about: about || undefined,
    ask: (call) => request('POST /api/v1/funnel', call),
  })
}

/** The saved funnels of the site, by name. */
export function useSavedFunnels(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/funnels', { siteId, signal })).funnels,
    staleTime: 30_000,
  })
}

/** Saves a funnel: replaces the one with that id, or adds a new one. */
export function useSaveFunnel(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: NewAppFunnel & { id?: string | undefined }) => {
      const place = { siteId, body }
      const { funnel } =
        id === undefined
          ? await request('POST /api/app/sites/:siteId/funnels', place)
          : await request('PUT /api/app/sites/:siteId/funnels/:funnelId', {
              ...place,
              funnelId: id,
            })
      return funnel
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRemoveFunnel(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (funnelId: string) =>
      request('DELETE /api/app/sites/:siteId/funnels/:funnelId', { siteId, funnelId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}
