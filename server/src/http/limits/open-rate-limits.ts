import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { memoryRateLimiter, type RateLimiter } from './rate-limit.ts'
import { openSharedRateLimits } from './shared-rate-limit.ts'

/** The limits of this installation. */
export interface RateLimits {
  keyLimits: RateLimiter
  addressLimits: RateLimiter
  /** Attempts to sign in, by account and by address. */
  signInLimits: RateLimiter
  close(): void
}

/** Limits that all nodes share if Redis is configured, otherwise limits of this node. */
export async function openRateLimits(options: {
  redisUrl: string | undefined
  clock: Clock
  secrets: Pick<Secrets, 'hash'>
  logger: Pick<Logger, 'info' | 'warn'>
}): Promise<RateLimits> {
  const { redisUrl, clock } = options
  if (redisUrl === undefined) {
    return {
      keyLimits: memoryRateLimiter(clock),
      addressLimits: memoryRateLimiter(clock),
      signInLimits: memoryRateLimiter(clock),
      close: () => undefined,
    }
  }
  const shared = await openSharedRateLimits({ ...options, redisUrl })
  return {
    keyLimits: shared.limiter('key'),
    addressLimits: shared.limiter('address'),
    signInLimits: shared.limiter('sign-in'),
    close: shared.close,
  }
}
