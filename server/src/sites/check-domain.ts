import { isIP } from 'node:net'
import { AppError } from '../errors.ts'

const maxDomains = 50
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * The host name in what a person typed: lower-case, international names in their ASCII form, without scheme, port,
 * path or a leading `www.` (a site's hits come from its host or subdomains).
 */
export function checkDomain(text: string): string {
  const typed = text.trim()
  const url = typed.includes('://') ? typed : `http://${typed}`
  if (typed === '' || typed.length > 2048 || !URL.canParse(url)) throw noDomain(typed)
  const { protocol, hostname, username } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '') throw noDomain(typed)
  const host = hostname.replace(/\.$/, '')
  const bare = /^www\.[^.]+\./.test(host) ? host.slice('www.'.length) : host
  if (!isHost(bare)) throw noDomain(typed)
  return bare
}

/** A site's host names, each once; the first is the main one. */
export function checkDomains(texts: readonly string[]): string[] {
  const domains = [...new Set(texts.map(checkDomain))]
  if (domains.length === 0) throw new AppError('invalid', 'domains must name at least one domain')
  if (domains.length > maxDomains) {
    throw new AppError('invalid', `domains must name at most ${maxDomains} domains`)
  }
  return domains
}

function isHost(host: string): boolean {
  if (isIP(host) !== 0 || isIP(host.replace(/^\[|\]$/g, '')) === 6) return true
  return host.length <= 253 && host.split('.').every((part) => label.test(part))
}

function noDomain(typed: string): AppError {
  const shown = JSON.stringify(typed.slice(0, 100))
  return new AppError('invalid', `domain: ${shown} is not a domain name such as example.com`)
}
