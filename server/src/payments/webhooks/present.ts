import type {
  AppWebhookDelivery,
  AppWebhookEndpoint,
  AppWebhookProvider,
} from '@tributary/contract/app/webhook.ts'
import { isoTime, isoTimeOrNull } from '../../time/iso-time.ts'
import type { Provider } from '../providers/provider.ts'
import type { countDeliveries, DeliveryRow } from '../rows/delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { needsSecret } from './manage-endpoints.ts'

type Counts = Awaited<ReturnType<typeof countDeliveries>>

/** The address that the provider sends its webhooks to. */
export function endpointUrl(publicUrl: string, { id, provider }: Endpoint): string {
  return `${publicUrl}/webhooks/${provider.name}/${id}`
}

/** An endpoint as the dashboard and the command line show it. */
export function presentEndpoint(
  publicUrl: string,
  endpoint: Endpoint,
  counts: Counts = [],
): AppWebhookEndpoint {
  const { options } = endpoint.credentials
  const own = counts.filter(({ endpoint_id }) => endpoint_id === endpoint.id)
  const countOf = (state: DeliveryRow['state']) =>
    Number(own.find((row) => row.state === state)?.count ?? 0)
  const heard = own.filter(({ state }) => state !== 'test' || endpoint.isTest)
  return {
    id: endpoint.id,
    provider: endpoint.provider.name,
    url: endpointUrl(publicUrl, endpoint),
    isSigned: endpoint.provider.isSigned,
    isTest: endpoint.isTest,
    toleranceSeconds: endpoint.toleranceSeconds ?? endpoint.provider.toleranceSeconds,
    retentionDays: endpoint.retentionDays,
    createdAt: isoTime(endpoint.createdMs),
    oldSecretUntil: isoTimeOrNull(endpoint.oldSecretUntilMs),
    deliveries: {
      recorded: countOf('recorded'),
      ignored: countOf('ignored'),
      test: countOf('test'),
      failed: countOf('failed'),
      lastAt: isoTimeOrNull(lastOf(own)),
      lastHeardAt: isoTimeOrNull(lastOf(heard)),
    },
    rejected: {
      count: endpoint.rejected.count,
      lastAt: isoTimeOrNull(endpoint.rejected.lastMs),
      reason: endpoint.rejected.reason,
    },
    options: {
      hasApiToken: options.apiToken !== undefined,
      clientId: options.clientId ?? null,
      sellerId: options.sellerId ?? null,
      shop: options.shop ?? null,
    },
  }
}

export function presentDelivery(row: Omit<DeliveryRow, 'content'>): AppWebhookDelivery {
  return {
    id: row.id,
    receivedAt: isoTime(row.received_ms),
    eventType: row.event_type,
    state: row.state,
    summary: JSON.parse(row.summary) as string[],
    error: row.error,
    attempts: row.attempts,
    retryAt: isoTimeOrNull(row.retry_at_ms),
    paymentId: row.payment_id,
  }
}

export function presentProvider(provider: Provider): AppWebhookProvider {
  const { name, title, isSigned, toleranceSeconds } = provider
  return { name, title, isSigned, needsSecret: needsSecret(provider), toleranceSeconds }
}

function lastOf(counts: Counts): number | null {
  return counts.length === 0 ? null : Math.max(...counts.map(({ last_ms }) => Number(last_ms)))
}
