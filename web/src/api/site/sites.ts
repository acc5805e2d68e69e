import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSite, AppSiteChanges, AppSiteRole } from '@tributary/contract/app/site.ts'
import { request } from '../client/request.ts'
import { sessionQuery } from '../client/session.ts'

/** A tracked website with its settings. */
export type Site = AppSite

/** The changes to a site; absent fields keep their values. */
export type SiteChanges = AppSiteChanges

export interface NewSite {
  domain: string
  name?: string
  timezone: string
  currency: string
}

export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: async ({ signal }) => (await request('GET /api/app/sites', { signal })).sites,
  staleTime: 30_000,
})

export function siteQuery(siteId: string) {
  return queryOptions({
    queryKey: ['sites', siteId],
    queryFn: async ({ signal }) => {
      const call = { siteId, signal }
      const { site, role, overBudgetSince, defaultView } = await request(
        'GET /api/app/sites/:siteId',
        call,
      )
      return { ...site, role, overBudgetSince, defaultView }
    },
    staleTime: 30_000,
  })
}

export function useSites() {
  return useQuery(sitesQuery)
}

export function useSite(siteId: string) {
  return useQuery(siteQuery(siteId))
}

const rank: Record<AppSiteRole, number> = { viewer: 1, admin: 2, owner: 3 }

/** Whether the reader has at least this role; false until that is known. The server checks it anyway. */
export function useMay(siteId: string, role: AppSiteRole): boolean {
  const own = useSite(siteId).data?.role
  return own !== undefined && includesRole(own, role)
}

/** Whether one role has all rights of another. */
export function includesRole(own: AppSiteRole, role: AppSiteRole): boolean {
  return rank[own] >= rank[role]
}

export function useCreateSite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewSite) => (await request('POST /api/app/sites', { body })).site,
    onSuccess: () => client.invalidateQueries({ queryKey: sitesQuery.queryKey }),
  })
}

export function useSaveSite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SiteChanges) =>
      (await request('PATCH /api/app/sites/:siteId', { siteId, body })).site,
    // Reports depend on the zone and the currency, so everything is requested again.
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Creates the first account and the first site with the one-time token of the set-up link. */
export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; email: string; password: string; site: NewSite }) =>
      request('POST /api/app/setup', { body }),
    onSuccess: ({ account }) => client.setQueryData(sessionQuery.queryKey, account),
  })
}
