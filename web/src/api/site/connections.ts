import { useQuery } from '@tanstack/react-query'
import type {
  AppConnectableProvider,
  AppConnection,
  ConnectionDetail,
} from '@tributary/contract/app/connection.ts'
import { request } from '../client/request.ts'
import { useChange } from '../client/use-change.ts'

export type ConnectableProvider = AppConnectableProvider
export type Connection = AppConnection

/** What is needed to connect an account. */
export interface Credentials {
  key: string
  details: Partial<Record<ConnectionDetail, string>>
}

/** One connection of a site. */
export interface ConnectionPlace {
  siteId: string
  connectionId: string
}

/** How often the page checks the progress of the import. */
const lookEveryMs = 2_000

const keyOf = (siteId: string) => ['sites', siteId, 'provider-connections']

/** The accounts that are read with a key, and the providers that can be connected. */
export function useConnections(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: ({ signal }) =>
      request('GET /api/app/sites/:siteId/provider-connections', { siteId, signal }),
    refetchInterval: ({ state }) => (state.data?.connections.some(isRead) ? lookEveryMs : false),
  })
}

/** Whether the server reads it now, or will within seconds. */
function isRead({ error, nextAt }: Connection): boolean {
  return error === null && Date.parse(nextAt) <= Date.now() + lookEveryMs
}

export function useConnectProvider(siteId: string) {
  return useChange(keyOf(siteId), (body: Credentials & { provider: string; months: number }) =>
    request('POST /api/app/sites/:siteId/provider-connections', { siteId, body }),
  )
}

/** Replaces the key by another one of the same account; reading continues where it was. */
export function useChangeKey(place: ConnectionPlace) {
  return useChange(keyOf(place.siteId), (body: Credentials) =>
    request('PUT /api/app/sites/:siteId/provider-connections/:connectionId/key', {
      ...place,
      body,
    }),
  )
}

export function useSyncNow(place: ConnectionPlace) {
  return useChange(keyOf(place.siteId), () =>
    request('POST /api/app/sites/:siteId/provider-connections/:connectionId/sync', place),
  )
}

export function useDisconnect(place: ConnectionPlace) {
  return useChange(keyOf(place.siteId), () =>
    request('DELETE /api/app/sites/:siteId/provider-connections/:connectionId', place),
  )
}
