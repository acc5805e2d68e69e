import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { testClock } from '../test/clock.ts'
import { browserAgent, startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let site: Site
let key: string
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, clock: testClock() })
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ site, key } = await server.aSite({ domains: ['shop.example'] }))
})

const item = (overrides: Record<string, unknown> = {}) => ({
  type: 'pageview',
  visitorId: 'ana',
  url: 'https://shop.example/a',
  ...overrides,
})

const send = (body: unknown) => server.request('POST', '/api/v1/events', { key, body })

async function stored(): Promise<Record<string, unknown>[]> {
  await server.services.events.flush()
  return server.services.engine.query(
    'select * from events where site_id = {site:String} order by timestamp, visitor_id',
    { site: site.id },
  )
}

describe('POST /api/v1/events', () => {
  it('stores items with their own time, browser and place', async () => {
    const reply = await send([
      item({
        sessionId: 's1',
        timestamp: '2026-11-01T10:00:00.250+02:00',
        title: 'A',
        referrer: 'https://www.google.com/',
        userAgent: browserAgent,
        ip: '81.2.69.142',
      }),
      item({
        type: 'goal',
        name: 'signup',
        value: 9.5,
        properties: { plan: 'pro' },
        url: null,
        path: '/b?x=1',
        country: 'se',
      }),
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ status: 'success', data: { accepted: 2, rejected: [] } })
    expect(await stored()).toMatchObject([
      {
        timestamp: '2026-11-01 08:00:00.250',
        received_at: '2026-11-20 12:00:00',
        origin: 'batch',
        visitor_id: 'ana',
        session_id: 's1',
        source: 'google',
        channel: 'Organic Search',
        browser: 'Chrome',
        country: 'GB',
      },
      {
        timestamp: '2026-11-20 12:00:00.000',
        kind: 'goal',
        host: 'shop.example',
        path: '/b',
        query: 'x=1',
        name: 'signup',
        value: 9.5,
        properties: '{"plan":"pro"}',
        device: '',
        country: 'SE',
      },
    ])
  })

  it('takes the list as `events` too', async () => {
    expect((await send({ events: [item()] })).body).toMatchObject({ data: { accepted: 1 } })
  })

  it('orders items without a time as they are in the batch', async () => {
    const own = await server.aSite()
    const events = ['/a', '/b', '/c', '/d', '/e', '/f'].map((path) => {
      return { type: 'pageview', visitorId: 'ida', path }
    })
    await server.request('POST', '/api/v1/events', { key: own.key, body: { events } })
    const dateRange = ['2026-11-01', '2026-11-30']
    for (const [dimension, page] of [
      ['entryPage', '/a'],
      ['exitPage', '/f'],
    ] as const) {
      const body = { metrics: ['sessions'], dimensions: [dimension], dateRange }
      const reply = await server.request('POST', '/api/v1/query', { key: own.key, body })
      expect(reply.body).toMatchObject({ data: { rows: [{ [dimension]: page, sessions: 1 }] } })
    }
  })

  it('orders items of one timestamp as they are in the batch, in funnels too', async () => {
    const own = await server.aSite()
    const timestamp = '2026-11-20T10:00:00Z'
    const events = ['/m', '/z', '/a', '/k'].map((path) => {
      return { type: 'pageview', visitorId: 'ida', path, timestamp }
    })
    await server.request('POST', '/api/v1/events', { key: own.key, body: { events } })
    const dateRange = ['2026-11-01', '2026-11-30']
    for (const [dimension, page] of [
      ['entryPage', '/m'],
      ['exitPage', '/k'],
    ] as const) {
      const body = { metrics: ['sessions'], dimensions: [dimension], dateRange }
      const reply = await server.request('POST', '/api/v1/query', { key: own.key, body })
      expect(reply.body).toMatchObject({ data: { rows: [{ [dimension]: page, sessions: 1 }] } })
    }
    const steps = ['/m', '/z', '/a', '/k'].map((page) => ({ page }))
    const funnel = { steps, dateRange }
    const answer = await server.request('POST', '/api/v1/funnel', { key: own.key, body: funnel })
    expect(answer.body).toMatchObject({ data: { steps: [{}, {}, {}, { count: 1 }] } })
  })

  it('infers the visits of one batch whatever its order', async () => {
    const at = (time: string) => item({ timestamp: `2026-11-01T${time}:00Z` })
    await send([at('10:50'), at('10:00'), at('12:00'), at('10:25')])
    const ids = (await stored()).map(({ session_id }) => session_id)
    expect(ids[0]).toMatch(/^~/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).toBe(ids[0])
    expect(ids[3]).not.toBe(ids[0])
  })

  it('continues visits that are only in the engine', async () => {
    const at = (time: string) => item({ timestamp: `2026-11-01T${time}:00Z` })
    await send([at('10:00')])
    await server.services.events.flush()
    await server.restart()
    await send([at('10:20')])
    const ids = (await stored()).map(({ session_id }) => session_id)
    expect(ids[1]).toBe(ids[0])
  })

  it('makes one visit of hits that are reported one by one from the last to the first', async () => {
    for (const minutes of [95, 90, 10, 5, 0]) {
      const atMs = Date.UTC(2026, 10, 20, 12) - minutes * 60_000
      await send([item({ timestamp: new Date(atMs).toISOString() })])
    }
    const ids = (await stored()).map(({ session_id }) => session_id)
    expect([ids[0], ids[2], ids[3]]).toEqual([ids[1], ids[3], ids[4]])
    expect(new Set(ids).size).toBe(2)
  })

  it('joins two stored visits that a late hit shows to be one, named or not', async () => {
    for (const sessionId of ['s1', undefined]) {
      const visitorId = `late-${sessionId}`
      for (const minutes of [80, 40, 60]) {
        const timestamp = new Date(Date.UTC(2026, 10, 20, 12) - minutes * 60_000).toISOString()
        await send([item({ visitorId, sessionId, timestamp })])
        await server.services.collector.placeLateHits()
      }
      const rows = (await stored()).filter(({ visitor_id }) => visitor_id === visitorId)
      expect(rows).toHaveLength(3)
      expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(1)
    }
    const { engine, control } = server.services
    const sessions = await engine.query(
      'select pageviews, started_at, ended_at from sessions final where site_id = {site:String} and hits > 0',
      { site: site.id },
    )
    const [started_at, ended_at] = ['2026-11-20 10:40:00.000', '2026-11-20 11:20:00.000']
    const one = { pageviews: '3', started_at, ended_at }
    expect(sessions).toEqual([one, one])
    expect(await control.db.selectFrom('late_hits').selectAll().execute()).toEqual([])
  })

  it('takes an identify without url and path, which happens on no page', async () => {
    const reply = await send([{ type: 'identify', visitorId: 'ana', userId: 'user_1' }])
    expect(reply.body).toEqual({ status: 'success', data: { accepted: 1, rejected: [] } })
    expect(await stored()).toMatchObject([
      { kind: 'identify', visitor_id: 'ana', host: '', path: '' },
    ])
  })

  it('keeps the good ones and names each bad one', async () => {
    const reply = await send([
      item(),
      item({ visitorId: undefined }),
      item({ type: 'payment' }),
      item({ visitorId: 'ben' }),
      'nothing',
    ])
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      status: 'success',
      data: {
        accepted: 2,
        rejected: [
          { index: 1, message: 'visitorId is required' },
          { index: 2, message: 'type must be pageview, goal or identify' },
          { index: 4, message: 'the item must be a JSON object' },
        ],
      },
    })
    expect((await stored()).map(({ visitor_id }) => visitor_id)).toEqual(['ana', 'ben'])
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a bot', { userAgent: 'Googlebot/2.1' }, /^userAgent is that of a bot$/],
    ['no page', { url: undefined }, /^url or path is required$/],
    ['a page of somebody else', { url: 'https://evil.example/' }, /site's domains$/],
    ['a relative path', { url: null, path: 'a' }, /^path must begin with/],
    ['a path that is a host', { url: null, path: '//evil.example' }, /^path must begin with/],
    ['a time without a zone', { timestamp: '2026-11-01T10:00:00' }, /^timestamp must be an ISO/],
    [
      'a day that does not exist',
      { timestamp: '2026-02-31T10:00:00Z' },
      /^timestamp must be an ISO/,
    ],
    ['a month that does not exist', { timestamp: '2026-13-01T10:00:00Z' }, /^timestamp must be an/],
    ['a time in words', { timestamp: 'yesterday' }, /^timestamp must be an ISO/],
    ['a time as a number', { timestamp: 1_700_000_000 }, /^timestamp must be an ISO/],
    ['a time before 2015', { timestamp: '2014-12-31T23:59:59Z' }, /^timestamp must not be before/],
    ['a time to come', { timestamp: '2026-11-20T12:05:01Z' }, /^timestamp must be at most 5/],
    ['a country in words', { country: 'XX1' }, /^country must be/],
    ['a country of digits', { country: '12' }, /^country must be an ISO/],
    ['a visitor id with NUL', { visitorId: 'a\u0000b' }, /^visitorId must not have control/],
    ['a blank visitor id', { visitorId: '  ' }, /^visitorId must be text/],
    ['half an emoji as session', { sessionId: '\ud83d' }, /^sessionId must not have control/],
    ['a goal without a name', { type: 'goal' }, /^name is required for a goal$/],
    ['deep properties', { properties: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, /5 deep$/],
    [
      'a user id with NUL',
      { type: 'identify', userId: 'a\u0000' },
      /^userId must not contain a NUL/,
    ],
    ['identify with nothing', { type: 'identify' }, /^userId or email is required/],
    ['e-mail where it is off', { type: 'identify', email: 'a@b.example' }, /identification is off/],
    ['engaged time', { type: 'engagement' }, /^type must be pageview, goal or identify$/],
  ])('rejects %s', async (_case, change, message) => {
    const reply = await send([item(change)])
    expect(reply.body).toEqual({
      status: 'success',
      data: { accepted: 0, rejected: [{ index: 0, message: expect.stringMatching(message) }] },
    })
    expect(await stored()).toEqual([])
  })

  it('takes a time that is up to five minutes ahead', async () => {
    const reply = await send([item({ timestamp: '2026-11-20T12:05:00Z' })])
    expect(reply.body).toMatchObject({ data: { accepted: 1 } })
  })

  it.each<[string, unknown]>([
    ['no items', []],
    ['too many items', Array.from({ length: 1001 }, () => item())],
    ['no list', { events: {} }],
    ['nothing', undefined],
    ['a text', '"x"'],
  ])('answers 400 to %s', async (_case, body) => {
    const reply = await send(body)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      status: 'error',
      error: { code: 400, message: 'events must be an array of 1 to 1000 items' },
    })
  })

  it('takes 1,000 items and a megabyte, and no more', async () => {
    const items = Array.from({ length: 1000 }, (_, n) => item({ visitorId: `v${n}` }))
    expect((await send(items)).body).toMatchObject({ data: { accepted: 1000 } })
    const large = JSON.stringify([item({ filler: 'a'.repeat(1_048_576) })])
    expect((await send(large)).status).toBe(413)
    expect(await stored()).toHaveLength(1000)
  })

  it('is only for keys that may write events', async () => {
    const { token } = await server.services.apiKeys.create(site.id, {
      name: 'goals',
      scopes: ['goals:write'],
    })
    const reply = await server.request('POST', '/api/v1/events', { key: token, body: [item()] })
    expect(reply.status).toBe(403)
    expect((await server.request('POST', '/api/v1/events', { body: [item()] })).status).toBe(401)
    expect(await stored()).toEqual([])
  })
})
