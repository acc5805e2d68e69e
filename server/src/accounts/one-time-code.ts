import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a code is shown, in seconds, as every authenticator assumes it. */
const stepSeconds = 30
const digits = 6

/** The number of the time step in which a moment lies (RFC 6238 with T0 = 0). */
export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds)
}

/** The code of a time step: HOTP (RFC 4226, section 5.3) over HMAC-SHA-1. */
export function oneTimeCode(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

/**
 * The time step whose code this is, of those around now: clocks differ by some seconds, so the steps
 * before and after count too (RFC 6238, section 5.2). Undefined for a wrong code.
 */
export function matchingStep(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  const now = stepAt(nowMs)
  return [now, now - 1, now + 1].find((step) => isSame(oneTimeCode(secret, step), code))
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding (RFC 4648): how authenticators take a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >> bits) & 31]
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}
