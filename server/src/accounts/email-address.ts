import { AppError } from '../errors.ts'

/**
 * The one form in which addresses of accounts are stored and compared: A to Z in lower case, nothing else
 * changed. Mail systems treat no other characters as equal: `toLowerCase` would make the Kelvin sign a `k`.
 */
export function foldEmail(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * An address in the form in which it is stored; undefined for a text that is no address, or that another program may
 * normalise to a different address.
 */
export function readEmail(text: string): string | undefined {
  const isAddress = /^[^\s@\p{Cc}\p{Cf}\p{Cs}]+@[^\s@\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text)
  const isPlain = isAddress && text.length <= 320 && text.normalize('NFKC') === text
  return isPlain ? foldEmail(text) : undefined
}

/** The stored form of an address that a person typed; throws if it is invalid. */
export function checkEmail(typed: string): string {
  const email = readEmail(typed.trim())
  if (email === undefined) throw new AppError('invalid', 'email must be an e-mail address')
  return email
}

/** The address to look for among accounts. An invalid address matches no account. */
export function typedEmail(typed: string): string {
  return foldEmail(typed.trim())
}
