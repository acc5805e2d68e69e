import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62, toBase62 } from '../base62.ts'

const secretLength = 43
const checksumLength = 6
const shape = /^trb_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** A new API key: `trb_`, 43 random base62 characters (256 bits) and a checksum of those. */
export function newKeyToken(): string {
  const secret = randomBase62(secretLength)
  return `trb_${secret}${checksum(secret)}`
}

/**
 * Whether this could be a key at all. Typing errors and guesses are rejected before anything is looked up; the
 * checksum also lets scanners of leaked secrets be sure.
 */
export function isKeyToken(text: string): boolean {
  const [, secret, check] = shape.exec(text) ?? []
  return secret !== undefined && check === checksum(secret)
}

/** What is stored in place of the key. 256 random bits need no salt and no slow hash. */
export function hashKeyToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The visible part of a key, for people to recognise it. */
export function keyPrefix(token: string): string {
  return token.slice(0, 'trb_'.length + 6)
}

function checksum(secret: string): string {
  return toBase62(crc32(secret), checksumLength)
}
