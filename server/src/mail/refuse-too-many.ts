import { AppError } from '../errors.ts'

/** Counts attempts; implemented by the HTTP layer's limits. */
interface Limiter {
  take(caller: string, limit: number): Promise<{ allowed: boolean; retryAfterSeconds: number }>
}

const testsPerMinute = 5

/** Limits test buttons to five uses a minute, so that they cannot flood anyone. */
export async function refuseTooMany(limits: Limiter, who: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.take(who, testsPerMinute)
  if (allowed) return
  throw new AppError('rate-limited', 'That was tried often just now. Wait a minute.', {
    retryAfterSeconds,
  })
}
