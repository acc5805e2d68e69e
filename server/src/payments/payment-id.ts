import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new payment's id: `pay_` and 20 base62 characters (119 bits), never reused. */
export function newPaymentId(): string {
  return `pay_${Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
