import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppKey, AppKeyChanges, NewAppKey } from '@tributary/contract/app/key.ts'
import type { MadeKey } from '@tributary/contract/operations/app-sites.ts'
import { request } from '../client/request.ts'

/** An API key as it can be shown: never the key itself, only its first characters. */
export type ApiKey = AppKey

export type CreatedKey = MadeKey

const keyOf = (siteId: string) => ['sites', siteId, 'keys']

export function useKeys(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/keys', { siteId, signal })).keys,
  })
}

export function useCreateKey(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAppKey) => request('POST /api/app/sites/:siteId/keys', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useChangeKey(siteId: string, keyId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AppKeyChanges) =>
      request('PATCH /api/app/sites/:siteId/keys/:keyId', { siteId, keyId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Returns the new key; the old one stays valid for 24 hours. */
export function useRollKey(siteId: string, keyId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST /api/app/sites/:siteId/keys/:keyId/roll', { siteId, keyId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRevokeKey(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) =>
      request('DELETE /api/app/sites/:siteId/keys/:keyId', { siteId, keyId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}
