import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  AppWebhookChanges,
  AppWebhookDelivery,
  AppWebhookEndpoint,
  AppWebhookProvider,
  NewAppWebhook,
} from '@tributary/contract/app/webhook.ts'
import type { MadeEndpoint } from '@tributary/contract/operations/app-payments.ts'
import { request } from '../client/request.ts'
import { useChange } from '../client/use-change.ts'

export type WebhookProvider = AppWebhookProvider
export type WebhookEndpoint = AppWebhookEndpoint
export type WebhookDelivery = AppWebhookDelivery

export type NewWebhook = NewAppWebhook
export type MadeWebhook = MadeEndpoint

/** One endpoint of a site. */
export interface EndpointPlace {
  siteId: string
  endpointId: string
}

const deliveriesAtOnce = 20
const keyOf = (siteId: string) => ['sites', siteId, 'webhooks']

/** The providers that can be connected, and the connected ones. */
export function useWebhooks(siteId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'endpoints'],
    queryFn: ({ signal }) => request('GET /api/app/sites/:siteId/webhooks', { siteId, signal }),
  })
}

export function useAddWebhook(siteId: string) {
  return useChange(keyOf(siteId), (body: NewWebhook) =>
    request('POST /api/app/sites/:siteId/webhooks', { siteId, body }),
  )
}

/** Changes how an endpoint handles later deliveries. */
export function useChangeWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), (body: AppWebhookChanges) =>
    request('PATCH /api/app/sites/:siteId/webhooks/:endpointId', { ...place, body }),
  )
}

/** Replaces the secret; the old one stays valid for `overlapHours`. */
export function useRotateWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), (body: { secret?: string; overlapHours: number }) =>
    request('POST /api/app/sites/:siteId/webhooks/:endpointId/rotate', { ...place, body }),
  )
}

export function useRemoveWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), () =>
    request('DELETE /api/app/sites/:siteId/webhooks/:endpointId', place),
  )
}

/** Records one delivery again, or all that are stored. */
export function useReplay(place: EndpointPlace) {
  return useChange(
    keyOf(place.siteId),
    async (deliveryId: string | undefined) =>
      (
        await request('POST /api/app/sites/:siteId/webhooks/:endpointId/replay', {
          ...place,
          body: deliveryId === undefined ? {} : { deliveryId },
        })
      ).replayed,
  )
}

/** Sends a signed sample payment, which no report holds, through the whole path. */
export function useTryWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), () =>
    request('POST /api/app/sites/:siteId/webhooks/:endpointId/test', place),
  )
}

/** What an endpoint received, the latest first, some at a time. */
export function useDeliveries(place: EndpointPlace) {
  return useInfiniteQuery({
    queryKey: [...keyOf(place.siteId), 'deliveries', place.endpointId],
    queryFn: async ({ signal, pageParam }) => {
      const call = { ...place, query: { limit: deliveriesAtOnce, after: pageParam }, signal }
      const path = 'GET /api/app/sites/:siteId/webhooks/:endpointId/deliveries'
      return (await request(path, call)).deliveries
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < deliveriesAtOnce ? undefined : page.at(-1)?.id),
  })
}
