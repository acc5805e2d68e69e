import { AppError } from '../errors.ts'

/** Counts within a minute; shared by all nodes if Redis is set up. */
export interface SignInLimits {
  take(caller: string, limit: number): Promise<{ allowed: boolean; retryAfterSeconds: number }>
  release(caller: string): Promise<void>
}

interface Attempt {
  email: string
  /** Undefined for a browser that the account has signed in with before. */
  address: string | undefined
}

const perEmail = 10
const perAddress = 60

/**
 * Refuses attempts beyond what all nodes together accept in a minute. The throttle of each node slows guessing down
 * far more; this keeps several nodes from allowing several times as many guesses.
 */
export async function refuseBeyondMinute(limits: SignInLimits, attempt: Attempt): Promise<void> {
  const counts = await Promise.all(callers(attempt).map(([who, most]) => limits.take(who, most)))
  const over = counts.find(({ allowed }) => !allowed)
  if (over === undefined) return
  const { retryAfterSeconds } = over
  throw new AppError(
    'rate-limited',
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}

/** The attempt was correct: only wrong ones count. */
export async function forgiveAttempt(limits: SignInLimits, attempt: Attempt): Promise<void> {
  await Promise.all(callers(attempt).map(([who]) => limits.release(who)))
}

/** The keys by which attempts are counted, and how many per minute are allowed for each. */
function callers({ email, address }: Attempt): [who: string, most: number][] {
  const account: [string, number] = [`email:${email}`, perEmail]
  return address === undefined ? [account] : [account, [`address:${address}`, perAddress]]
}
