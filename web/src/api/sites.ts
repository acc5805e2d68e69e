import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppAccount } from '@tributary/contract/app-account.ts'
import type { AppSite, AppSiteChanges, AppSiteRole } from '@tributary/contract/app-site.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

/** A tracked website with its settings. */
export type Site = AppSite

/** What may be changed of a site; what is absent stays as it is. */
export type SiteChanges = AppSiteChanges

export interface NewSite {
  domain: string
  name?: string
  timezone: string
  currency: string
}

interface OpenedSite {
  site: Site
  role: AppSiteRole
  /** Since when today's hits are dropped, as the site's daily budget is spent; ISO 8601. */
  overBudgetSince: string | null
}

export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: async ({ signal }) =>
    (await request<{ sites: Site[] }>('/api/app/sites', { signal })).sites,
  staleTime: 30_000,
})

export function siteQuery(siteId: string) {
  return queryOptions({
    queryKey: ['sites', siteId],
    queryFn: async ({ signal }) => {
      const path = `/api/app/sites/${encodeURIComponent(siteId)}`
      const { site, role, overBudgetSince } = await request<OpenedSite>(path, { signal })
      return { ...site, role, overBudgetSince }
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

/** Whether who looks may do what this role may; false until that is known. The server decides anyway. */
export function useMay(siteId: string, role: AppSiteRole): boolean {
  const own = useSite(siteId).data?.role
  return own !== undefined && includesRole(own, role)
}

/** Whether somebody in this role may all that another may. */
export function includesRole(own: AppSiteRole, role: AppSiteRole): boolean {
  return rank[own] >= rank[role]
}

export function useCreateSite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewSite) =>
      (await request<{ site: Site }>('/api/app/sites', { method: 'POST', body })).site,
    onSuccess: () => client.invalidateQueries({ queryKey: sitesQuery.queryKey }),
  })
}

export function useSaveSite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: SiteChanges) => {
      const path = `/api/app/sites/${encodeURIComponent(siteId)}`
      return (await request<{ site: Site }>(path, { method: 'PATCH', body })).site
    },
    // Reports depend on the zone and the currency, so everything is asked again.
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Makes the first account and the first site with the one-time token of the set-up link. */
export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; email: string; password: string; site: NewSite }) =>
      request<{ account: AppAccount; site: Site }>('/api/app/setup', { method: 'POST', body }),
    onSuccess: ({ account }) => client.setQueryData(sessionQuery.queryKey, account),
  })
}
