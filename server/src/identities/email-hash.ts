import { domainToASCII } from 'node:url'
import type { Secrets } from '../store/control/secrets.ts'

/**
 * One spelling per address: trimmed, NFC, lower-case, an international domain in ASCII. Dots and plus parts stay:
 * wrongly merging two people's money is worse than a miss.
 */
export function normaliseEmail(email: string): string {
  const address = email.trim().normalize('NFC').toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** Whether a text can be an address at all. Nothing is sent to it, so no more is checked. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim())
}

/** The hash that addresses are matched by: the same only within one site of one installation. */
export function hashEmail(secrets: Secrets, siteId: string, email: string): string {
  return secrets.hash(`email ${siteId}`, normaliseEmail(email))
}
