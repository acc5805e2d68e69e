import { randomInt } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unguessable characters that need no escaping anywhere: 5.95 bits each. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => digits[randomInt(digits.length)]).join('')
}

/** A whole number in base 62, padded with zeros to `length` characters. */
export function toBase62(value: number, length: number): string {
  let rest = value
  let text = ''
  while (rest > 0) {
    text = digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text.padStart(length, '0')
}
