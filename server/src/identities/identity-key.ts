import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Site } from '../site.ts'
import type { Secrets } from '../store/control/secrets.ts'

/**
 * The key with which a site's server signs the identity of its users: 43 characters, used as they are. Derived from
 * the installation's secret, so it is stored nowhere; another version gives another key.
 */
export function identityKey(
  secrets: Secrets,
  { id, identityKeyVersion }: Pick<Site, 'id' | 'identityKeyVersion'>,
): string {
  return secrets.hash('identity key', `${id} ${identityKeyVersion}`)
}

/** The signature of a user id or e-mail address: HMAC-SHA256 in lower-case hex. */
export function signatureOf(key: string, claim: string): string {
  return createHmac('sha256', key).update(claim, 'utf8').digest('hex')
}

/** Whether a signature is the site's own, compared in constant time. */
export function isSigned(key: string, claim: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(key, claim))
  const given = Buffer.from(signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
