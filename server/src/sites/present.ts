import type { AppKey } from '@tributary/contract/app/key.ts'
import type { AppSite } from '@tributary/contract/app/site.ts'
import type { Site } from '../site.ts'
import { isoTime, isoTimeOrNull } from '../time/iso-time.ts'
import type { ApiKey } from './api-keys.ts'

/** A site as the dashboard and the command line show it. */
export function presentSite({ createdMs, ...site }: Site): AppSite {
  return { ...site, createdAt: isoTime(createdMs) }
}

/** A key as the dashboard and the command line show it. */
export function presentKey(key: ApiKey): AppKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    ratePerMinute: key.ratePerMinute,
    createdAt: isoTime(key.createdMs),
    expiresAt: isoTimeOrNull(key.expiresMs),
    revokedAt: isoTimeOrNull(key.revokedMs),
    lastUsedAt: isoTimeOrNull(key.lastUsedMs),
  }
}
