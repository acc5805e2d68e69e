import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredEvent } from '../store/events/event.ts'
import { anEvent } from '../test/an-event.ts'
import { testClock } from '../test/clock.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { minuteMs } from '../time/durations.ts'

// Half a minute after noon: the current minute is the last of the thirty.
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const clock = testClock(nowMs)

let server: TestServer
let made: { site: { id: string }; key: string }

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, clock })
  made = await server.aSite()
  const at = (minutesAgo: number, overrides: Partial<StoredEvent>) =>
    anEvent({ siteId: made.site.id, timestampMs: nowMs - minutesAgo * minuteMs, ...overrides })
  const ana = { visitorId: 'ana', sessionId: 'ana-1' }
  const ben = { visitorId: 'ben', sessionId: 'ben-1', country: 'DE' }
  await server.services.events.append([
    // Ana came from google 40 minutes ago and is still reading.
    at(40, { ...ana, touch: 'source', source: 'google', path: '/' }),
    at(20, { ...ana, touch: 'internal', path: '/blog' }),
    at(1, { ...ana, touch: 'internal', kind: 'engagement', path: '/blog' }),
    at(25, { visitorId: 'dana', sessionId: 'dana-1', touch: 'source', source: 'bing', path: '/' }),
    at(4, { ...ben, path: '/pricing' }),
    at(3, { ...ben, touch: 'internal', kind: 'goal', name: 'signup', value: 5, path: '/pricing' }),
    // Chen left; a server's goal is no activity of a visitor.
    at(10, { visitorId: 'chen', sessionId: 'chen-1', path: '/pricing' }),
    at(2, { visitorId: 'chen', sessionId: '', origin: 'server', kind: 'goal', name: 'paid' }),
  ])
  for (const [id, amount] of [
    ['p1', 20],
    ['p2', 0],
  ]) {
    const body = { provider: 'stripe', providerPaymentId: id, amount, visitorId: 'ben' }
    await server.request('POST', '/api/v1/payment', { key: made.key, body })
  }
})
afterAll(() => server?.close())

async function realtime(body: object = {}, { key } = made): Promise<Realtime> {
  const reply = await server.request('POST', '/api/v1/realtime', { key, body })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: Realtime }).data
}

describe('POST /api/v1/realtime', () => {
  it('200 counts who was there in the last 5 minutes, each at one page, source and country', async () => {
    const answer = await realtime()
    expect(answer).toMatchObject({
      at: '2026-11-20T12:00:30.000Z',
      visitors: 2,
      pages: [
        { page: '/blog', visitors: 1 },
        { page: '/pricing', visitors: 1 },
      ],
      sources: [
        { source: 'Direct', visitors: 1 },
        { source: 'google', visitors: 1 },
      ],
      countries: [
        { country: 'DE', visitors: 1 },
        { country: 'SE', visitors: 1 },
      ],
    })
  })

  it('200 shows thirty minutes, empty ones too', async () => {
    const { minutes } = await realtime()
    expect(minutes).toHaveLength(30)
    expect(minutes[0]?.minute).toBe('2026-11-20T11:31:00.000Z')
    expect(minutes.at(-1)?.minute).toBe('2026-11-20T12:00:00.000Z')
    const some = minutes.filter(({ visitors }) => visitors > 0)
    expect(some.map(({ minute, ...rest }) => [minute.slice(11, 16), rest])).toEqual([
      ['11:35', { visitors: 1, pageViews: 1 }],
      ['11:40', { visitors: 1, pageViews: 1 }],
      ['11:50', { visitors: 1, pageViews: 1 }],
      ['11:56', { visitors: 1, pageViews: 1 }],
      ['11:57', { visitors: 1, pageViews: 0 }],
      ['11:59', { visitors: 1, pageViews: 0 }],
    ])
  })

  it('200 lists the latest goals and payments, as many as asked for', async () => {
    const { goals, payments } = await realtime()
    expect(goals.map(({ goal, value }) => [goal, value])).toEqual([
      ['paid', null],
      ['signup', 5],
    ])
    expect(payments).toMatchObject([{ amount: 20, currency: 'USD', visitorId: 'ben' }])
    expect((await realtime({ limit: 1 })).goals).toHaveLength(1)
  })

  it('200 lists the pages of the last thirty minutes, newest first, with what brought visitors', async () => {
    const { pageViews } = await realtime()
    expect(pageViews.map(({ page, visitorId }) => [visitorId, page])).toEqual([
      ['ben', '/pricing'],
      ['chen', '/pricing'],
      ['ana', '/blog'],
      ['dana', '/'],
    ])
    expect(pageViews.map(({ source }) => source)).toEqual(['', '', '', 'bing'])
    for (const limit of [1, 2, 3]) {
      expect((await realtime({ limit })).pageViews).toEqual(pageViews.slice(0, limit))
    }
  })

  it('400 names the rule of limit', async () => {
    const reply = await server.request('POST', '/api/v1/realtime', {
      key: made.key,
      body: { limit: 51 },
    })
    expect(reply.status).toBe(400)
  })

  it('200 names what brought a visit that began before midnight, and counts a visitor once', async () => {
    const night = await server.aSite()
    const midnightMs = Date.UTC(2026, 10, 21)
    const at = (minutes: number, overrides: Partial<StoredEvent>) =>
      anEvent({
        siteId: night.site.id,
        timestampMs: midnightMs + minutes * minuteMs,
        touch: 'source',
        path: '/late',
        ...overrides,
      })
    const dayBefore = midnightMs / 86_400_000 - 1
    const zoe = { visitorId: 'zoe', sessionId: 'zoe-1', sessionDay: dayBefore }
    // The shop sends its own session ids and used one on two days: these are two visits.
    const yan = { visitorId: 'yan', sessionId: 'till-7' }
    await server.services.events.append([
      at(-10, { ...zoe, source: 'newsletter' }),
      at(15, { ...zoe, source: 'bing' }),
      at(31, { ...zoe, kind: 'engagement' }),
      at(-720, { ...yan, source: 'google' }),
      at(31, { ...yan, touch: 'direct' }),
    ])
    clock.pass(midnightMs + 32 * minuteMs - clock.now())
    expect(await realtime({}, night)).toMatchObject({
      visitors: 2,
      pages: [{ page: '/late', visitors: 2 }],
      sources: [
        { source: 'Direct', visitors: 1 },
        { source: 'newsletter', visitors: 1 },
      ],
    })
  })

  it('200 is empty after all visitors left', async () => {
    clock.pass(180 * minuteMs)
    const { minutes, ...answer } = await realtime()
    expect(answer).toMatchObject({ visitors: 0, pages: [], sources: [], pageViews: [] })
    expect(answer.goals).toHaveLength(2)
    expect(minutes.map(({ visitors }) => visitors)).toEqual(Array(30).fill(0))
  })
})
