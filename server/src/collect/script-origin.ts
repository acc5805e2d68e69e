import { isLocalHost } from '../acquisition/own-host.ts'
import type { Config } from '../config.ts'

/**
 * Where a page loads parts of the tracker from, given the host that received its hit: the public address, or the
 * host for websites that it uses. Any other host is a proxy's, which a browser may not reach.
 */
export function scriptOrigin({
  publicUrl,
  collectorHosts,
}: Pick<Config, 'publicUrl' | 'collectorHosts'>): (host: string | undefined) => string {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const names = new Set(collectorHosts)
  return (host = '') => {
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const isOurs = names.has(name) || (isLocalHost(hostname) && isLocalHost(name))
    return isOurs ? `${protocol}//${host}` : origin
  }
}
