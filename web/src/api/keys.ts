import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppKey } from '@tributary/contract/app-key.ts'
import { request } from './request.ts'

/** An API key as it can be shown: never the key itself, only its first characters. */
export type ApiKey = AppKey

/** The key is in the reply to its creation and never again. */
export interface CreatedKey {
  key: ApiKey
  token: string
}

export interface NewKey {
  name: string
  scopes: string[]
  ratePerMinute: number
  expiresInDays?: number
}

/** What of a key can be changed while it works. */
export type KeyChanges = Pick<NewKey, 'name' | 'scopes' | 'ratePerMinute'>

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/keys`
const keyOf = (siteId: string) => ['sites', siteId, 'keys']

export function useKeys(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ keys: ApiKey[] }>(pathOf(siteId), { signal })).keys,
  })
}

export function useCreateKey(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewKey) => request<CreatedKey>(pathOf(siteId), { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useChangeKey(siteId: string, keyId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: KeyChanges) =>
      request<{ key: ApiKey }>(`${pathOf(siteId)}/${encodeURIComponent(keyId)}`, {
        method: 'PATCH',
        body,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Answers the new key; the old one goes on for 24 hours. */
export function useRollKey(siteId: string, keyId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<CreatedKey>(`${pathOf(siteId)}/${encodeURIComponent(keyId)}/roll`, {
        method: 'POST',
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRevokeKey(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (keyId: string) =>
      request(`${pathOf(siteId)}/${encodeURIComponent(keyId)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}
