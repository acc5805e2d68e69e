import { boundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'

/** The state of a caller's limit after one more request. */
export interface Allowance {
  allowed: boolean
  limit: number
  /** Requests left in this window, never below 0. */
  remaining: number
  /** When the window ends, in whole Unix seconds, rounded up. */
  resetSeconds: number
  /** Whole seconds until then, at least 1. */
  retryAfterSeconds: number
}

/** Counts requests in fixed windows that begin with a caller's first request. */
export interface RateLimiter {
  /** Counts one request and returns the caller's limit. */
  take(caller: string, limit: number): Promise<Allowance>
  /** Takes one back that should not count after all, such as a correct password. */
  release(caller: string): Promise<void>
}

interface Window {
  endsMs: number
  count: number
}

/** How long a window lasts. */
export const windowMs = 60_000

/**
 * Limits of this node, in memory. Windows run on the monotonic clock, so setting the machine's clock neither frees
 * nor locks anybody. Holds at most `maxCallers`; the least recent are evicted first.
 */
export function memoryRateLimiter(clock: Clock, maxCallers = 100_000): RateLimiter {
  const windows = boundedCache<string, Window>(maxCallers)

  function currentWindow(caller: string): Window {
    const now = clock.monotonic()
    const known = windows.get(caller)
    if (known !== undefined && now < known.endsMs) return known
    return { endsMs: now + windowMs, count: 0 }
  }

  return {
    // Nothing is awaited between reading and counting, so concurrent requests are counted exactly.
    async take(caller, limit) {
      const window = currentWindow(caller)
      window.count += 1
      windows.set(caller, window)
      const leftMs = window.endsMs - clock.monotonic()
      return allowanceOf({ count: window.count, leftMs, limit }, clock)
    },
    async release(caller) {
      const window = windows.get(caller)
      if (window !== undefined) window.count -= 1
    },
  }
}

/** The limit after the `count`-th request of a window with the given time left. */
export function allowanceOf(
  { count, leftMs, limit }: { count: number; leftMs: number; limit: number },
  clock: Clock,
): Allowance {
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.ceil((clock.now() + leftMs) / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  }
}
