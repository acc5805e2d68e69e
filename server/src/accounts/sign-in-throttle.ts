import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'

/** Slows down guessing, ever more with each wrong guess, and never for good. */
export interface SignInThrottle {
  /**
   * Counts an attempt as wrong before it is looked at, or refuses to look at it. Answers how many for this
   * account were wrong in a row, if this one is.
   */
  begin(attempt: Attempt): number
  /** The attempt was right after all. */
  succeed(attempt: Attempt): void
}

interface Attempt {
  email: string
  /** From whom, as `http/address.ts` groups addresses. Kept in memory only. */
  address: string
}

interface Failures {
  count: number
  lastMs: number
  blockedUntilMs: number
}

/** Wrong guesses at an account that cost nothing yet; who makes them all is guessing. */
export const freePerEmail = 5
/** More, because a whole office may share an address. */
const freePerAddress = 20
const longestBlockMs = 15 * 60_000
const forgottenAfterMs = 60 * 60_000

/** Counts per account, whether it exists or not, and per address; on this node only. */
export function signInThrottle(clock: Clock): SignInThrottle {
  const failures = new LRUCache<string, Failures>({ max: 50_000 })

  function failuresOf(subject: string, nowMs: number): Failures {
    const known = failures.get(subject)
    if (known !== undefined && nowMs < known.lastMs + forgottenAfterMs) return known
    return { count: 0, lastMs: nowMs, blockedUntilMs: 0 }
  }

  return {
    begin({ email, address }) {
      const nowMs = clock.monotonic()
      const subjects = [
        { key: `email:${email}`, free: freePerEmail },
        { key: `address:${address}`, free: freePerAddress },
      ].map((subject) => ({ ...subject, ...failuresOf(subject.key, nowMs) }))
      refuseWhileBlocked(Math.max(...subjects.map((s) => s.blockedUntilMs)) - nowMs)
      for (const { key, free, count } of subjects) {
        const blockedUntilMs = nowMs + blockMs(count + 1 - free)
        failures.set(key, { count: count + 1, lastMs: nowMs, blockedUntilMs })
      }
      return (subjects[0]?.count ?? 0) + 1
    },
    succeed({ email, address }) {
      failures.delete(`email:${email}`)
      // Only this attempt is taken back: one account of one's own must not pay for guessing others'.
      const known = failures.get(`address:${address}`)
      if (known !== undefined) {
        known.count -= 1
        known.blockedUntilMs = 0
      }
    },
  }
}

/** 1 s after the last free attempt, then 2, 4, 8 … up to a quarter of an hour. */
function blockMs(beyondFree: number): number {
  return beyondFree < 0 ? 0 : Math.min(1000 * 2 ** beyondFree, longestBlockMs)
}

function refuseWhileBlocked(leftMs: number): void {
  if (leftMs <= 0) return
  const retryAfterSeconds = Math.ceil(leftMs / 1000)
  throw new AppError(
    'rate-limited',
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}
