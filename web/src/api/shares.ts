import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewShare } from '@tributary/contract/app-share.ts'
import { request } from './request.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'shares']

export function useShares(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/shares', { siteId, signal })).shares,
  })
}

/** Answers the link, this once. */
export function useMakeShare(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewShare) => request('POST /api/app/sites/:siteId/shares', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRevokeShare(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (shareId: string) =>
      request('DELETE /api/app/sites/:siteId/shares/:shareId', { siteId, shareId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Opens a link; with a password where it was asked for. */
export function useOpenShare() {
  return useMutation({
    mutationFn: (body: { token: string; password?: string }) =>
      request('POST /api/share/open', { body }),
  })
}
