import { BlockList, isIPv6 } from 'node:net'
import type { Site } from '../site.ts'
import { fitsWildcard } from '../wildcard.ts'

/** Made once each time a site's settings are read, which hits of the same second share. */
const networks = new WeakMap<Site, BlockList>()

/** Whether a site excludes visitors from this address. */
export function isExcludedAddress(site: Site, address: string): boolean {
  if (site.excludedAddresses.length === 0 || address === '') return false
  let list = networks.get(site)
  if (list === undefined) {
    list = toBlockList(site.excludedAddresses)
    networks.set(site, list)
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function toBlockList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of addresses) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether a site excludes this page. */
export function isExcludedPath({ excludedPaths }: Site, path: string): boolean {
  return excludedPaths.length > 0 && excludedPaths.some((pattern) => fitsWildcard(pattern, path))
}
