import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  AppWebhookChanges,
  AppWebhookDelivery,
  AppWebhookEndpoint,
  AppWebhookProvider,
} from '@tributary/contract/app-webhook.ts'
import { request } from './request.ts'
import { useChange } from './use-change.ts'

export type WebhookProvider = AppWebhookProvider
export type WebhookEndpoint = AppWebhookEndpoint
export type WebhookDelivery = AppWebhookDelivery

/** What a payment provider is connected with. */
export interface NewWebhook {
  provider: string
  secret?: string
  isTest: boolean
  apiToken?: string
  clientId?: string
  sellerId?: string
  shop?: string
}

/** The secret is there only if the server made it, and in this reply alone. */
export interface MadeWebhook {
  endpoint: WebhookEndpoint
  secret: string | null
}

/** A stage of a test event's way. */
export interface TrialStage {
  name: string
  ok: boolean
  message: string
}

/** How many deliveries there were of each outcome. */
export type Replayed = Record<'recorded' | 'ignored' | 'test' | 'failed' | 'erased', number>

/** One endpoint of a site. */
export interface EndpointPlace {
  siteId: string
  endpointId: string
}

const deliveriesAtOnce = 20
const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/webhooks`
const keyOf = (siteId: string) => ['sites', siteId, 'webhooks']
const endpointPathOf = ({ siteId, endpointId }: EndpointPlace) =>
  `${pathOf(siteId)}/${encodeURIComponent(endpointId)}`

/** The providers that can be connected, and those that are. */
export function useWebhooks(siteId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'endpoints'],
    queryFn: ({ signal }) =>
      request<{ providers: WebhookProvider[]; endpoints: WebhookEndpoint[] }>(pathOf(siteId), {
        signal,
      }),
  })
}

export function useAddWebhook(siteId: string) {
  return useChange(keyOf(siteId), (body: NewWebhook) =>
    request<MadeWebhook>(pathOf(siteId), { method: 'POST', body }),
  )
}

/** Changes what an endpoint does with what comes from now on. */
export function useChangeWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), (body: AppWebhookChanges) =>
    request(endpointPathOf(place), { method: 'PATCH', body }),
  )
}

/** Another secret; the one before it counts for `overlapHours` still. */
export function useRotateWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), (body: { secret?: string; overlapHours: number }) =>
    request<MadeWebhook>(`${endpointPathOf(place)}/rotate`, { method: 'POST', body }),
  )
}

export function useRemoveWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), () => request(endpointPathOf(place), { method: 'DELETE' }))
}

/** Records one delivery once more, or all that are kept. */
export function useReplay(place: EndpointPlace) {
  return useChange(
    keyOf(place.siteId),
    async (deliveryId: string | undefined) =>
      (
        await request<{ replayed: Replayed }>(`${endpointPathOf(place)}/replay`, {
          method: 'POST',
          body: deliveryId === undefined ? {} : { deliveryId },
        })
      ).replayed,
  )
}

/** Sends a signed sample payment, which no report holds, through the whole path. */
export function useTryWebhook(place: EndpointPlace) {
  return useChange(keyOf(place.siteId), () =>
    request<{ ok: boolean; stages: TrialStage[] }>(`${endpointPathOf(place)}/test`, {
      method: 'POST',
    }),
  )
}

/** What an endpoint received, the latest first, some at a time. */
export function useDeliveries(place: EndpointPlace) {
  return useInfiniteQuery({
    queryKey: [...keyOf(place.siteId), 'deliveries', place.endpointId],
    queryFn: async ({ signal, pageParam }) => {
      const before = pageParam === undefined ? '' : `&before=${encodeURIComponent(pageParam)}`
      const path = `${endpointPathOf(place)}/deliveries?limit=${deliveriesAtOnce}${before}`
      return (await request<{ deliveries: WebhookDelivery[] }>(path, { signal })).deliveries
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) =>
      page.length < deliveriesAtOnce ? undefined : page.at(-1)?.receivedAt,
  })
}
