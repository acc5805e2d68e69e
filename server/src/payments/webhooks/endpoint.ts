import type { Secrets } from '../../store/control/secrets.ts'
import { findProvider } from '../providers/list.ts'
import type { EndpointKeys, EndpointOptions, Provider } from '../providers/provider.ts'
import type { EndpointRow } from '../rows/endpoint-rows.ts'

/** The address for one provider's webhooks of a site. */
export interface Endpoint {
  id: string
  siteId: string
  provider: Provider
  isTest: boolean
  /** What the owner set; null: the provider's default. */
  toleranceSeconds: number | null
  retentionDays: number
  createdMs: number
  removedMs: number | null
  oldSecretUntilMs: number | null
  rejected: { count: number; lastMs: number | null; reason: string | null }
  credentials: EndpointCredentials
}

/** The encrypted part of an endpoint's row. */
export interface EndpointCredentials {
  secret: string
  oldSecret: string | null
  options: EndpointOptions
}

/** Derives the key that an endpoint's secrets are encrypted with. */
export function endpointKeysPurpose(endpointId: string): string {
  return `webhook keys ${endpointId}`
}

export function sealKeys(secrets: Secrets, endpointId: string, keys: EndpointCredentials): string {
  return secrets.seal(endpointKeysPurpose(endpointId), JSON.stringify(keys))
}

/** An endpoint's row as the rest of the server knows it. */
export function toEndpoint(secrets: Secrets, row: EndpointRow): Endpoint {
  const provider = findProvider(row.provider)
  if (provider === undefined) throw new Error(`endpoint ${row.id} is of an unknown provider`)
  return {
    id: row.id,
    siteId: row.site_id,
    provider,
    isTest: row.is_test === 1,
    toleranceSeconds: row.tolerance_seconds,
    retentionDays: row.retention_days,
    createdMs: row.created_ms,
    removedMs: row.removed_ms,
    oldSecretUntilMs: row.old_secret_until_ms,
    rejected: {
      count: row.rejected_count,
      lastMs: row.rejected_ms,
      reason: row.rejected_reason,
    },
    credentials: JSON.parse(
      secrets.open(endpointKeysPurpose(row.id), row.keys),
    ) as EndpointCredentials,
  }
}

/** The present secrets: during a rotation the old one counts too. */
export function keysOf(endpoint: Endpoint, nowMs: number): EndpointKeys {
  const { secret, oldSecret, options } = endpoint.credentials
  const isRotating = oldSecret !== null && nowMs < (endpoint.oldSecretUntilMs ?? 0)
  return {
    secrets: isRotating ? [secret, oldSecret] : [secret],
    toleranceSeconds: endpoint.toleranceSeconds ?? endpoint.provider.toleranceSeconds,
    isTest: endpoint.isTest,
    options,
  }
}
