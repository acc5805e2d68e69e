import { withoutServingPrefix } from './host-table.ts'

/** Whether a host (lower-case, any port) is one of a site's domains or a subdomain of one. */
export function isOwnHost(domains: readonly string[], host: string): boolean {
  for (const listed of domains) {
    // A site registered as www.example.com means example.com and everything below it.
    const domain = withoutServingPrefix(listed)
    if (host === domain || host === listed) return true
    // The local machine has several names, and pages are tested under each of them.
    if (isLocalHost(listed) && isLocalHost(host)) return true
    if (host.endsWith(domain) && host[host.length - domain.length - 1] === '.') return true
  }
  return false
}

/** Whether a host is the machine that the browser itself runs on. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(host)
}
