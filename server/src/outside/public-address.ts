import { BlockList, isIP } from 'node:net'

// IANA's registries of special-purpose addresses (RFC 6890 and later): everything that is not one machine on the
// public internet, and the addresses of cloud metadata services.
const special4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24',
  '224.0.0.0/4 240.0.0.0/4',
  // Azure's metadata service, which has a public address.
  '168.63.129.16/32',
].flatMap((line) => line.split(' '))

/** Within 2000::/3, the only part of IPv6 that is assigned to machines: Teredo, 6to4, documentation. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused4 = listOf(special4, 'ipv4')
const refused6 = listOf(special6, 'ipv6')
const global6 = listOf(['2000::/3'], 'ipv6')

/**
 * Whether an address is one machine on the public internet. Notations of IPv4 within IPv6 (mapped, 6to4, NAT64) are
 * not: they are not needed, and each would be a bypass.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !refused4.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) belongs to addresses of a link only.
  if (version !== 6 || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

/** Tests whether an address lies in one of these addresses and ranges. */
export function addressesWithin(ranges: readonly string[]): (address: string) => boolean {
  const four = ranges.filter((range) => !range.includes(':'))
  const lists = {
    ipv4: listOf(four, 'ipv4'),
    ipv6: listOf(
      ranges.filter((range) => range.includes(':')),
      'ipv6',
    ),
  }
  return (address) => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 6 ? 'ipv6' : 'ipv4'
    return lists[family].check(address, family)
  }
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
