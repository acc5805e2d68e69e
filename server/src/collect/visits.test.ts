import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { direct } from '../acquisition/read-landing.ts'
import type { Site } from '../site.ts'
import { type TestClock, testClock } from '../test/clock.ts'
import { browserAgent, startTestServer, type TestServer } from '../test/server.ts'
import { hourMs, minuteMs } from '../time/durations.ts'
import { SessionLookUp } from './visits/session-look-up.ts'
import { Sessions, type VisitorHit } from './visits/sessions.ts'

let clock: TestClock
let server: TestServer
let site: Site
beforeAll(async () => {
  clock = testClock(Date.UTC(2026, 10, 20, 12))
  server = await startTestServer({
    sharesEngine: true,
    clock,
    config: { trustedProxies: ['127.0.0.1'] },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  site = (await server.aSite({ domains: ['shop.example'] })).site
})

/** Sends a page view; by default from the address of one household. */
async function visit(hit: Record<string, unknown>, address = '81.2.69.142', agent = browserAgent) {
  const body = { siteId: site.id, type: 'pageview', url: 'https://shop.example/', ...hit }
  const reply = await server.request('POST', '/api/collect', {
    body,
    headers: { 'x-forwarded-for': address, 'user-agent': agent },
  })
  expect([reply.status, reply.headers.get('x-tributary-dropped')]).toEqual([202, null])
}

async function stored(): Promise<Record<string, string>[]> {
  await server.services.events.flush()
  return server.services.engine.query(
    'select * from events where site_id = {site:String} order by timestamp, received_at',
    { site: site.id },
  )
}

const ana = { visitorId: 'ana' }
const stripe = { referrer: 'https://checkout.stripe.com/' }

describe('a buyer who comes back from the checkout', () => {
  it('continues the visit and brings no new source', async () => {
    await visit({ ...ana, sessionId: 's1', referrer: 'https://www.google.com/' })
    clock.pass(10 * minuteMs)
    const thanks = 'https://shop.example/thanks?session_id=cs_1&utm_source=ad'
    await visit({ ...ana, sessionId: 's2', url: thanks, ...stripe })
    const [first, second] = await stored()
    expect(first).toMatchObject({ session_id: 's1', touch: 'source', source: 'google' })
    expect(second).toMatchObject({ session_id: 's1', touch: 'internal', source: '', query: '' })
  })

  it('after hours continues the source of the visit before', async () => {
    await visit({ ...ana, sessionId: 's1', url: 'https://shop.example/?utm_source=june' })
    clock.pass(3 * hourMs)
    await visit({ ...ana, sessionId: 's2', ...stripe })
    expect((await stored())[1]).toMatchObject({
      session_id: 's2',
      touch: 'continuation',
      source: 'june',
    })
  })

  it('is remembered across a restart of the server', async () => {
    await visit({ ...ana, sessionId: 's1', url: 'https://shop.example/?utm_source=june' })
    await server.restart()
    clock.pass(3 * hourMs)
    await visit({ ...ana, sessionId: 's2', ...stripe })
    expect((await stored())[1]).toMatchObject({ touch: 'continuation', source: 'june' })
  })

  it('is looked up if the server was started hours after the visit', async () => {
    await visit({ ...ana, sessionId: 's1', url: 'https://shop.example/?utm_source=june' })
    clock.pass(3 * hourMs)
    await server.restart()
    await visit({ ...ana, sessionId: 's2', ...stripe })
    expect((await stored())[1]).toMatchObject({ touch: 'continuation', source: 'june' })
  })

  it('continues the source with which a visit began hours before a restart', async () => {
    await visit({ ...ana, sessionId: 's1', url: 'https://shop.example/?utm_source=june' })
    for (let minutes = 0; minutes < 140; minutes += 20) {
      clock.pass(20 * minuteMs)
      await visit({ ...ana, sessionId: 's1' })
    }
    await server.restart()
    clock.pass(3 * hourMs)
    await visit({ ...ana, sessionId: 's2', ...stripe })
    expect((await stored()).at(-1)).toMatchObject({ touch: 'continuation', source: 'june' })
  })

  it('without a visit before is direct', async () => {
    await visit({ ...ana, sessionId: 's1', ...stripe })
    expect((await stored())[0]).toMatchObject({ touch: 'direct', channel: 'Direct', referrer: '' })
  })
})

describe('after a restart', () => {
  const late: string[] = []
  beforeEach(() => {
    late.length = 0
    // Later than all other tests: a visitor of the same id, on another site, would be active.
    clock.pass(366 * 24 * hourMs)
  })

  /** Sessions of a server that has just started. */
  function sessionsOfNewServer(): Sessions {
    const { engine, events } = server.services
    const onFailure = (error: unknown) => {
      throw error
    }
    return new Sessions({
      lookUp: new SessionLookUp({ engine, events, onFailure }),
      canLookUp: () => true,
      isOnlyNode: true,
      noteLate: async (hits) => {
        late.push(...hits.map(({ visitorId }) => visitorId))
      },
    })
  }

  const hitAt = (timestampMs: number): VisitorHit => ({
    ...{ siteId: site.id, visitorId: 'ana', sessionId: 's1', kind: 'pageview' },
    ...{ timestampMs, landing: { acquisition: direct, isReturn: false } },
  })

  it('a session id that a client uses again is of another visit, once the day before is loaded', async () => {
    await visit({ ...ana, sessionId: 's1' })
    clock.pass(3 * hourMs)
    const sessions = sessionsOfNewServer()
    await sessions.warmUp(clock.now())
    expect(sessions.memory.find(site.id, 'ana')).toBeUndefined()
    await sessions.completeDay(clock.now())
    await sessions.completeDay(clock.now())
    expect(sessions.memory.all(site.id, 'ana')).toHaveLength(1)
    const placed = await sessions.place(hitAt(clock.now()))
    expect(placed.session.sessionId).toMatch(/^s1~/)
  })

  it('a late hit before an identify is known to be out of order', async () => {
    site = (await server.aSite({ domains: ['shop.example'], identification: true })).site
    const identified = {
      ...ana,
      sessionId: 's1',
      type: 'identify' as const,
      userId: 'u1',
      path: '/',
    }
    await server.services.collector.collectEvents(site, [identified], {
      startedMs: clock.now(),
      interrupted: false,
    })
    const sessions = sessionsOfNewServer()
    await sessions.warmUp(clock.now())
    await sessions.placeAll([hitAt(clock.now() - 5 * minuteMs)], clock.now())
    expect(late).toEqual(['ana'])
  })
})

describe('a visit across midnight UTC', () => {
  it('is one session of the day on which it began, also across a restart and in a batch', async () => {
    clock.pass(nextMidnight() - 10 * minuteMs - clock.now())
    const began = new Date(clock.now()).toISOString().slice(0, 10)
    await visit({ ...ana, sessionId: 's1' })
    await server.restart()
    clock.pass(20 * minuteMs)
    await visit({ ...ana, sessionId: 's1' })
    await server.services.collector.collectEvents(
      site,
      [{ ...ana, sessionId: 's1', type: 'goal', name: 'late', path: '/' }],
      { startedMs: clock.now() + minuteMs, interrupted: false },
    )
    expect((await stored()).map((event) => event.session_day)).toEqual([began, began, began])
    const { engine } = server.services
    const sql =
      'select session_day, pageviews, goals from sessions final where site_id = {site:String}'
    expect(await engine.query(sql, { site: site.id })).toEqual([
      { session_day: began, pageviews: '2', goals: '1' },
    ])
  })
})

describe('a visitor without an id', () => {
  it('is one visitor with one visit for the same address and browser', async () => {
    await visit({})
    clock.pass(1000)
    await visit({ visitorId: null, sessionId: 's1' })
    clock.pass(1000)
    await visit({}, '81.2.69.143')
    await visit({}, '81.2.69.142', `${browserAgent} Edg/142.0`)
    const rows = await stored()
    expect(rows[0]?.visitor_id).toMatch(/^c_[A-Za-z0-9_-]{22}$/)
    expect(rows[1]?.visitor_id).toBe(rows[0]?.visitor_id)
    expect(rows[1]?.session_id).toBe(rows[0]?.session_id)
    expect(rows[0]?.session_id).toMatch(/^~/)
    expect(new Set(rows.map(({ visitor_id }) => visitor_id)).size).toBe(3)
  })

  it('is another visitor on another site', async () => {
    await visit({})
    const [here] = await stored()
    site = (await server.aSite({ domains: ['shop.example'] })).site
    await visit({})
    expect((await stored())[0]?.visitor_id).not.toBe(here?.visitor_id)
  })

  it('is every visitor of a cookieless site, whatever ids its pages send', async () => {
    site = (await server.aSite({ domains: ['shop.example'], privacyMode: 'cookieless' })).site
    await visit({ visitorId: 'ana', sessionId: 's1' })
    expect((await stored())[0]?.visitor_id).toMatch(/^c_/)
  })

  it('continues a visit across a restart of the server', async () => {
    await visit({})
    await server.restart()
    clock.pass(minuteMs)
    await visit({})
    const [first, second] = await stored()
    expect(second?.visitor_id).toBe(first?.visitor_id)
    expect(second?.session_id).toBe(first?.session_id)
  })

  it('stays the same across midnight, and is a new visitor the day after', async () => {
    clock.pass(nextMidnight() - 10 * minuteMs - clock.now())
    await visit({})
    clock.pass(20 * minuteMs)
    await visit({})
    clock.pass(2 * hourMs)
    await visit({})
    const [before, after, later] = await stored()
    expect(after?.visitor_id).toBe(before?.visitor_id)
    expect(after?.session_id).toBe(before?.session_id)
    expect(later?.visitor_id).not.toBe(before?.visitor_id)
  })

  it('stays the same when the clock is set back over midnight, and forward again', async () => {
    clock.pass(nextMidnight() - 10 * minuteMs - clock.now())
    await visit({})
    clock.pass(15 * minuteMs)
    await visit({})
    clock.jump(-15 * minuteMs)
    await visit({})
    clock.jump(15 * minuteMs)
    await visit({})
    const rows = await stored()
    expect(new Set(rows.map(({ visitor_id }) => visitor_id)).size).toBe(1)
    expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(1)
  })

  it('cannot be recomputed: salts older than yesterday’s are destroyed', async () => {
    for (let day = 0; day < 4; day++) {
      await visit({})
      clock.pass(24 * hourMs)
    }
    await visit({})
    const today = Math.floor(clock.now() / (24 * hourMs))
    const salts = await server.services.control.db
      .selectFrom('salts')
      .select(['site_id', 'day', 'salt'])
      .execute()
    expect(salts.every(({ day }) => day >= today - 1)).toBe(true)
    expect(salts.filter(({ site_id }) => site_id === site.id)).toHaveLength(2)
    for (const { salt } of salts) expect(Buffer.from(salt, 'base64url')).toHaveLength(32)
  })
})

function nextMidnight(): number {
  return (Math.floor(clock.now() / (24 * hourMs)) + 1) * 24 * hourMs
}

describe('a clock that was a day ahead and is set right', () => {
  it('does not keep what was recorded meanwhile from being erased', async () => {
    const { site: shop, key } = await server.aSite({ domains: ['shop.example'] })
    site = shop
    clock.jump(26 * hourMs)
    await visit({ ...ana, sessionId: 's1' })
    const payment = { provider: 'custom', providerPaymentId: 'p-ahead', amount: 5, currency: 'USD' }
    await server.request('POST', '/api/v1/payment', { key, body: { ...payment, ...ana } })
    clock.jump(-26 * hourMs)
    await visit({ ...ana, sessionId: 's2' })
    const path = '/api/v1/visitor?visitorId=ana'
    const erased = await server.request('DELETE', path, { key })
    expect(erased.body).toMatchObject({ data: { events: 2, payments: 1 } })
    expect(await stored()).toEqual([])
    expect((await server.request('GET', path, { key })).status).toBe(404)
  })

  it.each([
    ['payment', { provider: 'custom', providerPaymentId: 'p-alone', amount: 5, currency: 'USD' }],
    ['identify', { userId: 'u-alone' }],
  ])('does not keep what came without a hit from being erased either (%s)', async (route, body) => {
    const { site: shop, key } = await server.aSite({ domains: ['shop.example'] })
    site = shop
    clock.jump(26 * hourMs)
    const reply = await server.request('POST', `/api/v1/${route}`, {
      key,
      body: { ...body, ...ana },
    })
    expect(reply.status).toBe(200)
    clock.jump(-26 * hourMs)
    await visit({ ...ana, sessionId: 's2' })
    const erased = await server.request('DELETE', '/api/v1/visitor?visitorId=ana', { key })
    const counts = {
      payments: route === 'payment' ? 1 : 0,
      identities: route === 'identify' ? 1 : 0,
    }
    expect(erased.body).toMatchObject({ data: { events: 1, ...counts } })
  })
})
