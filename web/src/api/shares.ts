import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppShare, NewShare, SharedSite } from '@tributary/contract/app-share.ts'
import { request } from './request.ts'

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/shares`
const keyOf = (siteId: string) => ['sites', siteId, 'shares']

export function useShares(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ shares: AppShare[] }>(pathOf(siteId), { signal })).shares,
  })
}

/** Answers the link, this once. */
export function useMakeShare(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewShare) =>
      request<{ share: AppShare; link: string }>(pathOf(siteId), { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRevokeShare(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request(`${pathOf(siteId)}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Opens a link; with a password where it was asked for. */
export function useOpenShare() {
  return useMutation({
    mutationFn: (body: { token: string; password?: string }) =>
      request<SharedSite>('/api/share/open', { method: 'POST', body }),
  })
}
