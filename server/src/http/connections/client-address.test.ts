import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('without trusted proxies', () => {
  const addressOf = clientAddress([])

  it.each([
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
    [undefined, '198.51.100.1', ''],
  ])('the socket %s with %s is %s', (socket, forwarded, address) => {
    expect(addressOf(socket, forwarded)).toBe(address)
  })
})

describe('behind trusted proxies', () => {
  const addressOf = clientAddress(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'])

  it.each([
    ['the one hop', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['the right-most stranger', '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['past other proxies', '10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['the left-most when all are proxies', '127.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['with a port', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '127.0.0.1', '[2001:db8::7]:443', '2001:db8::7'],
    ['IPv6 proxies', '2001:db8:1::5', '2001:db8::7', '2001:db8::7'],
    ['mapped', '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['nothing forwarded', '127.0.0.1', undefined, '127.0.0.1'],
    ['an empty header', '127.0.0.1', '', '127.0.0.1'],
    ['garbage', '127.0.0.1', '203.0.113.9, <script>', '127.0.0.1'],
    ['garbage further left', '127.0.0.1', 'unknown, 203.0.113.9', '203.0.113.9'],
    ['a stranger who claims to be forwarded', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ])('takes %s', (_case, socket, forwarded, address) => {
    expect(addressOf(socket, forwarded)).toBe(address)
  })

  it('does not read endless chains', () => {
    const chain = Array.from({ length: 50_000 }, () => '10.0.0.1').join(',')
    expect(addressOf('127.0.0.1', chain)).toBe('10.0.0.1')
  })
})
