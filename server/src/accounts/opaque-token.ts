import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits without any meaning, so there is nothing to forge. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in place of the token, so that a stolen store gives no access. */
export function hashOpaqueToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
