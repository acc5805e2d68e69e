import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'

interface Bucket {
  tokens: number
  filledMs: number
}

/** A whole school behind one address stays below this; a flooding script does not. */
const hitsPerSecond = 50
const burst = 1_000
const mostAddresses = 50_000

/**
 * Loopback and private networks: the operator's proxies and load tests, never a stranger. A proxy that is missing in
 * TRUSTED_PROXIES would otherwise make all visitors one address.
 */
const unlimited = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:)/i

/**
 * A token bucket per IPv4 address or /64 of IPv6 addresses, in memory only and bounded: the oldest are evicted.
 * Returns whether one more hit is within the limit. Uses the monotonic clock.
 */
export function hitLimiter(
  clock: Pick<Clock, 'monotonic'>,
): (from: { address: string; addressGroup: string }) => boolean {
  const buckets = boundedCache<string, Bucket>(mostAddresses)
  return ({ address, addressGroup }) => {
    if (unlimited.test(address)) return true
    const nowMs = clock.monotonic()
    const bucket = buckets.get(addressGroup)
    if (bucket === undefined) {
      buckets.set(addressGroup, { tokens: burst - 1, filledMs: nowMs })
      return true
    }
    bucket.tokens = Math.min(
      burst,
      bucket.tokens + ((nowMs - bucket.filledMs) / 1000) * hitsPerSecond,
    )
    bucket.filledMs = nowMs
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}
