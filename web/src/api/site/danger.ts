import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../client/request.ts'
import { sitesQuery } from './sites.ts'

/** Erases a visitor for good. */
export function useEraseVisitor(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (visitorId: string) =>
      request('POST /api/app/sites/:siteId/erasures', { siteId, body: { visitorId } }),
    // Every report may have included the visitor.
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Resets or deletes a site, for good; requires its name. */
export function useEndSite(siteId: string, what: 'reset' | 'delete') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (confirm: string) =>
      request(`POST /api/app/sites/:siteId/${what}`, { siteId, body: { confirm } }),
    onSuccess: () => {
      if (what === 'reset') return client.invalidateQueries()
      // Careful: questions about the site itself must not be repeated, because it no longer exists.
      return client.invalidateQueries({ queryKey: sitesQuery.queryKey, exact: true })
    },
  })
}

const pollMs = 2_000

/** The last reset of a site, polled until everything is removed. */
export function useReset(siteId: string) {
  return useQuery({
    queryKey: ['reset', siteId],
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/reset', { siteId, signal })).reset,
    refetchInterval: ({ state }) => (state.data?.finished === false ? pollMs : false),
  })
}
