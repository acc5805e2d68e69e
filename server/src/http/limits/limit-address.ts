import { tooManyRequestsMessage } from '@tributary/contract/envelope.ts'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../address.ts'
import type { Allowance, RateLimiter } from './rate-limit.ts'

/** Limits the requests of an address per minute, by kind of request. */
export async function limitAddress(
  limits: Pick<RateLimiter, 'take'>,
  { ip }: { ip: string },
  what: string,
  perMinute: number,
): Promise<void> {
  refuseBeyond(await limits.take(`${what}:${addressGroup(ip)}`, perMinute))
}

/** Refuses a request that exceeded its allowance. */
export function refuseBeyond({ allowed, limit, retryAfterSeconds }: Allowance): void {
  if (allowed) return
  throw new AppError('rate-limited', tooManyRequestsMessage(limit), { retryAfterSeconds })
}
