import { dayMs } from '../time/durations.ts'

/** An address that more visitors shared within 30 days identifies no one. */
export const mostVisitors = 5
export const sharedWithinMs = 30 * dayMs

/**
 * Who claims that a visitor has an address or a user id: the site's server, or a browser, whose claims may be
 * forged.
 */
export interface Claim {
  origin: 'client' | 'server'
}

/**
 * Of the claims to one address or user id those that count: if the site's server vouches for any, only those it
 * vouches for.
 */
export function surestOf<Of extends Claim>(claims: readonly Of[], onlyVouched: boolean): Of[] {
  const vouched = claims.filter(({ origin }) => origin === 'server')
  return vouched.length > 0 || onlyVouched ? vouched : [...claims]
}
