const baseMs = 250
const longestMs = 8000

/**
 * How long to wait before the next attempt: anything up to a bound that doubles each time ("full
 * jitter", so that many clients do not come back at the same moment). Never shorter than
 * what the server asked for.
 */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterSeconds?: number,
  random: () => number = Math.random,
): number {
  const jitterMs = random() * Math.min(longestMs, baseMs * 2 ** (failedAttempts - 1))
  return (retryAfterSeconds ?? 0) * 1000 + jitterMs
}

/** Reads a `Retry-After` header: seconds, or a date. Undefined when it says neither. */
export function readRetryAfter(header: string | null, nowMs = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000))
}
