import { createHash, timingSafeEqual } from 'node:crypto'
import type { Verdict } from '../provider.ts'
import { rejected } from './hmac.ts'

/**
 * Accepts a delivery that contains one of the endpoint's secrets itself, for providers that sign no body. Compared
 * in constant time.
 */
export function judgeSecret(given: string | null, secrets: readonly string[]): Verdict {
  if (given === null) return rejected('missing-signature')
  let found = false
  for (const secret of secrets) {
    if (timingSafeEqual(digestOf(given), digestOf(secret))) found = true
  }
  return found ? { kind: 'accepted' } : rejected('wrong-signature')
}

/** Of equal length for every text, which `timingSafeEqual` requires. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
