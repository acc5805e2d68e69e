import { BlockList, isIP } from 'node:net'

/** Determines who sent a request: from its socket's address, and its `X-Forwarded-For`. */
export type ClientAddress = (socket: string | undefined, forwarded: string | undefined) => string

/** No real chain of proxies is longer, and no client may make us read kilobytes. */
const mostHops = 20

/**
 * Who sent a request, given the operator's own proxies (addresses and CIDR ranges). Without any, the
 * socket's address, whatever the headers claim. Behind them, the right-most address of
 * `X-Forwarded-For` that is not one of them: everything to its left was written by a stranger.
 * `''` when the socket is gone already.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  if (trustedProxies.length === 0) return (socket) => plainAddress(socket ?? '')
  const isTrusted = addressesIn(trustedProxies)
  // A proxy sends many requests from one address.
  let last = { socket: '', address: '', isTrusted: false }
  return (socket = '', forwarded) => {
    if (socket !== last.socket) {
      const address = plainAddress(socket)
      last = { socket, address, isTrusted: isTrusted(address) }
    }
    let { address } = last
    if (!forwarded || !last.isTrusted) return address
    for (const hop of forwarded.split(',').slice(-mostHops).reverse()) {
      const next = plainAddress(hopAddress(hop.trim()))
      // Text that is not an address cannot be trusted, nor anything to the left of it.
      if (next === '') return address
      address = next
      if (!isTrusted(address)) return address
    }
    return address
  }
}

/** Tests whether an address lies in one of these addresses and CIDR ranges. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function hopAddress(hop: string): string {
  if (hop.startsWith('[')) return hop.slice(1, hop.indexOf(']'))
  const colon = hop.indexOf(':')
  return colon !== -1 && colon === hop.lastIndexOf(':') ? hop.slice(0, colon) : hop
}

/** One notation per address: no zone, and IPv4 as IPv4. `''` for text that is not an address. */
function plainAddress(address: string): string {
  const zone = address.indexOf('%')
  const bare = zone === -1 ? address : address.slice(0, zone)
  if (bare.startsWith('::ffff:') && isIP(bare.slice(7)) === 4) return bare.slice(7)
  return isIP(bare) === 0 ? '' : bare
}
