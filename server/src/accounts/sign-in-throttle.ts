import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { hourMs } from '../time/durations.ts'
import {
  deleteFailures,
  deleteFailuresBefore,
  type FailureRow,
  findFailures,
  replaceFailures,
} from './rows/failure-rows.ts'

/** Slows down guessing, more with each wrong guess, but never locks an account for good. */
export interface SignInThrottle {
  /**
   * Counts an attempt as wrong before it is checked, or refuses to check it. Returns how many in a row were wrong
   * for this account, including this one.
   */
  begin(attempt: Attempt): Promise<number>
  /** The attempt was correct. */
  succeed(attempt: Attempt): Promise<void>
}

export interface Attempt {
  /** What is being guessed: the password of an e-mail address, or the second factor of an account. */
  email: string
  /**
   * The client, as `http/address.ts` groups addresses. Held in memory only. Undefined for a browser that the account
   * has signed in with before: only its own wrong guesses count.
   */
  address: string | undefined
}

/** Wrong attempts at an account without a delay; more of them look like guessing. */
export const freePerEmail = 5
/** More, because a whole office may share an address. */
const freePerAddress = 20
const longestBlockMs = 15 * 60_000
const forgottenAfterMs = hourMs
/** How many simultaneous conflicts are retried; more are an attack. */
const mostTries = 20

interface Failures extends FailureRow {
  /** False if the last one was correct: the next need not wait. */
  waits?: boolean
}

interface ThrottlePlace {
  store: Pick<ControlStore, 'db'>
  secrets: Pick<Secrets, 'hash'>
  clock: Clock
}

/**
 * Counts per account, whether it exists or not, in the control store: more nodes do not allow more attempts, and a
 * restart resets nothing. Counts per address are held by each node.
 */
export function signInThrottle({ store: { db }, secrets, clock }: ThrottlePlace): SignInThrottle {
  const byAddress = boundedCache<string, Failures>(50_000)
  // People may type anything into the field, even a password, so it is not stored in plain text.
  const subjectOf = ({ email }: Attempt) => secrets.hash('sign-in failures', email)

  function releaseAddress(address: string | undefined): void {
    if (address === undefined) return
    const known = byAddress.get(address)
    if (known === undefined) return
    byAddress.set(address, { ...known, count: known.count - 1, waits: false })
  }

  async function countForAccount(attempt: Attempt, addressWaitMs: number): Promise<number> {
    const subject = subjectOf(attempt)
    for (let tries = 0; tries < mostTries; tries++) {
      const nowMs = clock.now()
      const known = await findFailures(db, subject)
      const leftMs = Math.max(addressWaitMs, waitMs(known, freePerEmail, nowMs))
      if (leftMs > 0) throw tooMany(leftMs)
      const next = withAnother(known, nowMs)
      if (await replaceFailures(db, subject, { known, next })) {
        if (next.count === 1) await deleteFailuresBefore(db, nowMs - forgottenAfterMs)
        return next.count
      }
    }
    throw tooMany(1000)
  }

  return {
    async begin(attempt) {
      const { address } = attempt
      const nowMs = clock.monotonic()
      const known = address === undefined ? undefined : byAddress.get(address)
      const addressWaitMs = waitMs(known, freePerAddress, nowMs)
      // Before anything is awaited, so that simultaneous attempts are counted one by one.
      if (address !== undefined && addressWaitMs <= 0) {
        byAddress.set(address, withAnother(known, nowMs))
      }
      try {
        return await countForAccount(attempt, addressWaitMs)
      } catch (error) {
        // A refused attempt does not count as a guess.
        if (addressWaitMs <= 0) releaseAddress(address)
        throw error
      }
    },
    async succeed(attempt) {
      // Only this attempt is undone: signing in to one's own account must not pay for guesses at others.
      releaseAddress(attempt.address)
      await deleteFailures(db, subjectOf(attempt))
    },
  }
}

/** How long the next attempt has to wait; 0 or less for not at all. */
function waitMs(known: Failures | undefined, free: number, nowMs: number): number {
  if (known === undefined || known.waits === false) return 0
  if (nowMs >= known.lastMs + forgottenAfterMs) return 0
  // Another node's clock may be ahead of this one's.
  return Math.min(known.lastMs, nowMs) + blockMs(known.count - free) - nowMs
}

function withAnother(known: Failures | undefined, nowMs: number): FailureRow {
  const isOver = known === undefined || nowMs >= known.lastMs + forgottenAfterMs
  return { count: isOver ? 1 : known.count + 1, lastMs: nowMs }
}

/** 1 s after the last free attempt, then 2, 4, 8 … up to a quarter of an hour. */
function blockMs(beyondFree: number): number {
  return beyondFree < 0 ? 0 : Math.min(1000 * 2 ** beyondFree, longestBlockMs)
}

function tooMany(leftMs: number): AppError {
  const retryAfterSeconds = Math.ceil(leftMs / 1000)
  return new AppError(
    'rate-limited',
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}
