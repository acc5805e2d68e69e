import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { OutsideRefused, openRequests } from './request-outside.ts'

describe('a public address', () => {
  it.each([
    ...['127.0.0.1', '127.8.8.8', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['0.0.0.0', '169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.192', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '203.0.113.5', '168.63.129.16', '240.0.0.1'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254'],
    ...['ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '100::1', 'fec0::1'],
    ...['', 'localhost', '1.2.3', '127.1'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('is never a private IPv4 address written as IPv6', () => {
    const part = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        const four = `${a}.${b}.${c}.${d}`
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        for (const six of [`::ffff:${four}`, `::${four}`, `64:ff9b::${four}`, `2002:${hex}::1`]) {
          expect([six, isPublicAddress(six)]).toEqual([six, false])
        }
      }),
    )
  })
})

describe('a request to an address that somebody chose', () => {
  let server: Server
  let port: number
  let asked: string[]
  beforeAll(async () => {
    asked = []
    server = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.method} ${request.url}`)
      if (request.url === '/moved') response.writeHead(302, { location: '/landed' })
      if (request.url === '/long') response.write('x'.repeat(10_000))
      if (request.url !== '/silent') response.end('hello')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const limits = { timeoutMs: 5000, longestAnswer: 1000 }

  it.each([
    ...[
      'http://127.0.0.1',
      'http://localhost',
      'http://2130706433',
      'http://0x7f.1',
      'http://[::1]',
    ],
    ...['http://[::ffff:127.0.0.1]', 'https://127.0.0.1', 'https://[::ffff:7f00:1]', 'http://0'],
  ])('does not leave for %s', async (origin) => {
    const request = openRequests({ privateTargets: [] })
    await expect(request(`${origin}:${port}/private`, limits)).rejects.toThrow(OutsideRefused)
    expect(asked.filter((line) => line.endsWith('/private'))).toEqual([])
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.com',
    'javascript:alert(1)',
    'x',
    'https://a:b@c.example',
  ])('takes no %s', async (url) => {
    const request = openRequests({ privateTargets: [] })
    await expect(request(url, limits)).rejects.toThrow(OutsideRefused)
  })

  it('is not sent where any of a name’s addresses is private, nor in plain text', async () => {
    const answers = { mixed: ['8.8.8.8', '10.0.0.1'], clear: ['8.8.8.8'], none: [] }
    const request = openRequests({
      privateTargets: [],
      resolve: async (host) =>
        (answers[host.split('.')[0] as keyof typeof answers] ?? []).map((address) => ({
          address,
          family: 4,
        })),
    })
    await expect(request('https://mixed.example/', limits)).rejects.toThrow('private network')
    await expect(request('https://none.example/', limits)).rejects.toThrow(OutsideRefused)
    await expect(request('http://clear.example/', limits)).rejects.toThrow('https://')
  })

  it('goes to the very address that was checked, though the name means another one a moment later', async () => {
    let times = 0
    const request = openRequests({
      privateTargets: ['127.0.0.1'],
      resolve: async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    })
    const url = `http://rebinding.example:${port}/pinned`
    expect(await request(url, limits)).toMatchObject({ status: 200, text: 'hello' })
    expect(times).toBe(1)
    expect(asked).toContain(`rebinding.example:${port} GET /pinned`)
    await expect(request(url, limits)).rejects.toThrow('private network')
  })

  it('follows no redirect, reads no long answer, and does not wait for ever', async () => {
    const request = openRequests({ privateTargets: ['127.0.0.0/8'] })
    const origin = `http://127.0.0.1:${port}`
    expect(await request(`${origin}/moved`, limits)).toMatchObject({ status: 302 })
    expect(asked.some((line) => line.endsWith('/landed'))).toBe(false)
    await expect(request(`${origin}/long`, limits)).rejects.toThrow('too long')
    const hasty = { ...limits, timeoutMs: 100 }
    await expect(request(`${origin}/silent`, hasty)).rejects.toThrow('no answer in time')
    const stuck = openRequests({ privateTargets: [], resolve: () => new Promise(() => undefined) })
    await expect(stuck('https://slow.example', hasty)).rejects.toThrow('no answer in time')
  })
})
