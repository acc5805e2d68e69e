import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { testClock } from '../test/clock.ts'
import { browserAgent, startTestServer, type TestServer } from '../test/server.ts'

const clock = testClock()
let server: TestServer
let site: Site
beforeAll(async () => {
  server = await startTestServer({
    sharesEngine: true,
    clock,
    config: { trustedProxies: ['127.0.0.1'] },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  site = (await server.aSite({ domains: ['shop.example', 'localhost'] })).site
})

const view = (overrides: Record<string, unknown> = {}) => ({
  siteId: site.id,
  type: 'pageview',
  visitorId: 'ana',
  sessionId: 's1',
  url: 'https://shop.example/shoes?page=2&utm_source=june&token=abc#top',
  title: 'Shoes',
  referrer: 'https://www.google.com/',
  screenWidth: 1440,
  language: 'de-DE',
  ...overrides,
})

async function collect(body: unknown, headers: Record<string, string> = {}) {
  const reply = await server.request('POST', '/api/collect', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  })
  return { ...reply, dropped: reply.headers.get('x-tributary-dropped') }
}

async function stored(): Promise<Record<string, unknown>[]> {
  await server.services.events.flush()
  return server.services.engine.query(
    'select * from events where site_id = {site:String} order by timestamp, kind',
    { site: site.id },
  )
}

describe('POST /api/collect', () => {
  it('answers 202 and stores the page view with all that is known of it', async () => {
    const reply = await collect(view(), { 'x-forwarded-for': '81.2.69.142' })
    expect(reply).toMatchObject({ status: 202, body: undefined, dropped: null })
    expect(await stored()).toEqual([
      {
        import_id: '',
        derived: false,
        site_id: site.id,
        timestamp: '2026-11-20 12:00:00.000',
        received_at: '2026-11-20 12:00:00',
        kind: 'pageview',
        origin: 'browser',
        visitor_id: 'ana',
        session_id: 's1',
        session_day: '2026-11-20',
        given_session: '',
        return_landing: '',
        host: 'shop.example',
        path: '/shoes',
        query: 'page=2',
        title: 'Shoes',
        name: '',
        value: null,
        properties: '',
        engaged_ms: 0,
        touch: 'source',
        referrer: 'https://www.google.com/',
        referrer_host: 'www.google.com',
        source: 'june',
        medium: '',
        campaign: '',
        term: '',
        content: '',
        channel: 'Referral',
        click_id: '',
        device: 'desktop',
        browser: 'Chrome',
        browser_version: '142',
        os: 'macOS',
        os_version: '10.15',
        country: 'GB',
        region: '',
        city: '',
        screen_width: 1440,
        language: 'de-DE',
      },
    ])
  })

  it('stores goals with value and properties, engaged time, and nothing of money', async () => {
    await collect(view({ type: 'goal', name: ' Signup ', value: 0, properties: { plan: 'pro' } }))
    await collect(view({ type: 'engagement', engagedMs: 4200, name: 'x', value: 7 }))
    await collect(
      view({ visitorId: 'ben', revenue: 98_765_432, amount: 98_765_432, currency: 'EUR' }),
    )
    const rows = await stored()
    expect(
      rows.map(({ kind, name, value, properties, engaged_ms }) => [
        kind,
        name,
        value,
        properties,
        engaged_ms,
      ]),
    ).toEqual([
      ['pageview', '', null, '', 0],
      ['goal', 'Signup', 0, '{"plan":"pro"}', 0],
      ['engagement', '', null, '', 4200],
    ])
    expect(JSON.stringify(rows)).not.toContain('98765432')
  })

  it('accepts JSON, plain text and no content type at all', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      expect((await collect(view(), { 'content-type': type })).status).toBe(202)
    }
    expect(await stored()).toHaveLength(3)
  })

  it('may be called by any page, without cookies', async () => {
    const reply = await collect(view(), { origin: 'https://shop.example' })
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    const preflight = await server.request('OPTIONS', '/api/collect', {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type')
    const refused = await collect('{')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('refuses %s with 405', async (method) => {
    const reply = await server.request(method, '/api/collect')
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('OPTIONS, POST')
  })

  it('cleans free text and keeps emoji and right-to-left text', async () => {
    await collect(view({ title: 'a\u0000b\ud800c\nd \ud83d\udc5f \u202eabc\u05d0' }))
    expect((await stored())[0]?.title).toBe('a\ufffdb\ufffdc d \ud83d\udc5f \u202eabc\u05d0')
  })

  it('cuts a title that is too long, between characters', async () => {
    await collect(view({ title: `${'a'.repeat(2047)}\ud83d\udc5f${'b'.repeat(9000)}` }))
    expect((await stored())[0]?.title).toBe(`${'a'.repeat(2047)}\ufffd`)
  })

  it('keeps a long visitor id as it is', async () => {
    const visitorId = 'A-Za_z0'.repeat(36)
    await collect(view({ visitorId }))
    expect((await stored())[0]?.visitor_id).toBe(visitorId)
  })
})

describe('a hit that is dropped', () => {
  const dropped = async (
    reason: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) => {
    const reply = await collect(view(body), headers)
    expect(reply).toMatchObject({ status: 202, body: undefined, dropped: reason })
    expect(reply.headers.get('access-control-expose-headers')).toBe('X-Tributary-Dropped')
    expect(await stored()).toEqual([])
  }

  it('is of a site that is not known', async () => {
    await dropped('unknown-site', { siteId: 'site_000000000000' })
    await dropped('unknown-site', { siteId: 'nothing-like-it' })
  })

  it.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://notshop.example/',
    'https://example/',
  ])('comes from a page of another site: %s', async (url) => {
    await dropped('foreign-host', { url })
  })

  it('claims a page of the site but comes from another origin', async () => {
    await dropped('foreign-host', {}, { origin: 'https://evil.example' })
    await dropped('foreign-host', {}, { origin: 'garbage' })
  })

  it('comes from a bot, or without a user agent', async () => {
    await dropped('bot', {}, { 'user-agent': 'Googlebot/2.1' })
    await dropped('bot', {}, { 'user-agent': 'curl/8' })
    await dropped('bot', {}, { 'user-agent': '' })
    await dropped('bot', {}, { 'user-agent': browserAgent.replace('Chrome', 'HeadlessChrome') })
  })

  it.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ])('is only prefetched: %s', async (name, value) => {
    await dropped('prefetch', {}, { [name]: value })
  })

  it('is of a visitor who opted out by a privacy signal, where the site respects that', async () => {
    site = (await server.aSite({ domains: ['shop.example'], respectDoNotTrack: true })).site
    await dropped('do-not-track', {}, { dnt: '1' })
    await dropped('do-not-track', {}, { 'sec-gpc': '1' })
    expect((await collect(view(), { dnt: '0' })).dropped).toBeNull()
  })

  it('comes from an address, or is of a page, that the site excludes', async () => {
    const excludedAddresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
    const excludedPaths = ['/admin/*', '/health', '/*/preview']
    const domains = ['shop.example']
    site = (await server.aSite({ domains, excludedAddresses, excludedPaths })).site
    for (const address of ['203.0.113.9', '2001:db8::7', '198.51.100.7']) {
      await dropped('excluded', {}, { 'x-forwarded-for': address })
    }
    for (const path of ['/admin/', '/admin/users?page=2', '/health', '/shoes/preview']) {
      await dropped('excluded', { url: `https://shop.example${path}` })
    }
    for (const path of ['/admin', '/healthy', '/preview/shoes']) {
      const url = `https://shop.example${path}`
      const reply = await collect(view({ url }), { 'x-forwarded-for': '198.51.100.8' })
      expect([path, reply.dropped]).toEqual([path, null])
    }
  })

  it('is not, where the site does not ask', async () => {
    expect((await collect(view(), { dnt: '1', 'sec-gpc': '1' })).dropped).toBeNull()
  })

  it('is beyond the rate limit of an address, until time has passed', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const flood = await Promise.all(Array.from({ length: 1010 }, () => collect(view(), from)))
    expect(flood.filter((reply) => reply.dropped === 'rate-limited')).toHaveLength(10)
    expect((await collect(view(), { 'x-forwarded-for': '203.0.113.78' })).dropped).toBeNull()
    clock.pass(1000)
    expect((await collect(view(), from)).dropped).toBeNull()
  })

  it('is beyond the rate limit of a /64 of IPv6, whichever of its addresses send', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `2001:db8:5:6::${index.toString(16)}` })
    const flood = await Promise.all(
      Array.from({ length: 1010 }, (_, index) => collect(view(), from(index + 1))),
    )
    expect(flood.filter((reply) => reply.dropped === 'rate-limited')).toHaveLength(10)
    const neighbour = await collect(view(), { 'x-forwarded-for': '2001:db8:5:7::1' })
    expect(neighbour.dropped).toBeNull()
  })

  it('is an address by e-mail where the site has no user identification', async () => {
    await dropped('identification-off', { type: 'identify', email: 'ana@mail.example' })
  })

  it('is counted by site and reason', async () => {
    await collect(view())
    await collect(view(), { 'user-agent': 'Googlebot/2.1' })
    await collect(view(), { 'user-agent': 'Googlebot/2.1' })
    expect(server.services.collector.counts(site.id)).toEqual([
      { siteId: site.id, fate: 'stored', count: 1 },
      { siteId: site.id, fate: 'bot', count: 2 },
    ])
    const metrics = await fetch(`${server.url}/metrics`)
    expect(await metrics.text()).toContain('tributary_dropped_hits_total{reason="bot"}')
  })
})

describe('hosts', () => {
  it.each([
    'https://shop.example/',
    'https://www.shop.example/',
    'https://a.b.shop.example:8443/',
    'https://SHOP.example./',
    'http://localhost:5173/',
    'http://localhost/',
    'http://127.0.0.1:8080/',
    'http://[::1]/',
  ])('%s is the site’s', async (url) => {
    expect((await collect(view({ url }))).dropped).toBeNull()
  })

  it('include localhost only where the site lists it', async () => {
    site = (await server.aSite({ domains: ['shop.example'] })).site
    expect((await collect(view({ url: 'http://localhost:5173/' }))).dropped).toBe('foreign-host')
  })

  it('on localhost accept a headless browser, which is a bot anywhere else', async () => {
    const headless = { 'user-agent': browserAgent.replace('Chrome/', 'HeadlessChrome/') }
    const at = async (url: string) => (await collect(view({ url }), headless)).dropped
    expect(await at('http://localhost:5173/')).toBeNull()
    expect(await at('https://shop.example/')).toBe('bot')
  })
})

describe('identify', () => {
  it('stores that it happened, but never the address', async () => {
    site = (await server.aSite({ domains: ['shop.example'], identification: true })).site
    const reply = await collect(
      view({ type: 'identify', userId: 'u-1', email: 'Ana@Mail.Example' }),
    )
    expect(reply).toMatchObject({ status: 202, dropped: null })
    const [row] = await stored()
    expect(row).toMatchObject({ kind: 'identify', visitor_id: 'ana', touch: 'internal' })
    expect(JSON.stringify(row).toLowerCase()).not.toContain('ana@')
    const identities = await server.services.control.db
      .selectFrom('identities')
      .select(['visitor_id', 'kind', 'value', 'origin'])
      .where('site_id', '=', site.id)
      .orderBy('kind')
      .execute()
    expect(identities).toMatchObject([
      { visitor_id: 'ana', kind: 'email', origin: 'client' },
      { visitor_id: 'ana', kind: 'user', origin: 'client', value: 'u-1' },
    ])
    expect(identities[0]?.value.toLowerCase()).not.toContain('ana@')
  })

  it('keeps a user id but no address where user identification is off', async () => {
    await collect(view({ type: 'identify', userId: 'u-2', email: 'ana@mail.example' }))
    const identities = await server.services.control.db
      .selectFrom('identities')
      .select('kind')
      .where('site_id', '=', site.id)
      .execute()
    expect(identities).toEqual([{ kind: 'user' }])
  })
})
