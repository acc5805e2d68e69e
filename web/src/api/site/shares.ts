import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewShare } from '@tributary/contract/app/share.ts'
import { request } from '../client/request.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'shares']

export function useShares(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/shares', { siteId, signal })).shares,
  })
}

export function useMakeShare(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewShare) => request('POST /api/app/sites/:siteId/shares', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** The address of a link; null if it was created before addresses were stored. */
export function useShareLink(siteId: string, shareId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), shareId, 'link'],
    queryFn: async ({ signal }) => {
      const call = { siteId, shareId, signal }
      return (await request('GET /api/app/sites/:siteId/shares/:shareId/link', call)).link
    },
  })
}

/** Replaces a link's address; the old one stops working. */
export function useRenewShareLink(siteId: string, shareId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await request('POST /api/app/sites/:siteId/shares/:shareId/link', { siteId, shareId })).link,
    onSuccess: (link) => client.setQueryData([...keyOf(siteId), shareId, 'link'], link),
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

/** Opens a link; with a password if required. */
export function useOpenShare() {
  return useMutation({
    mutationFn: (body: { token: string; password?: string }) =>
      request('POST /api/share/open', { body }),
  })
}
