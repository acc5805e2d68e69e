import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventLine } from '../store/events/event-line.ts'
import { paymentEntryLine } from '../store/events/payment-entry-line.ts'
import { buildAllSessions } from '../store/events/sessions/build-sessions.ts'
import { randomTraffic, type Traffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { type SlowFunnel, slowFunnel } from '../test/slow-questions.ts'

/* Random traffic of ten days, asked about and compared with slow, obvious computations over the same. */

const range: [string, string] = ['2026-10-21', '2026-10-28']
const rangeMs = { fromMs: Date.UTC(2026, 9, 21), toMs: Date.UTC(2026, 9, 29) }

let server: TestServer
let key: string
let made: Traffic

beforeAll(async () => {
  server = await startTestServer()
  const { site, key: token } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  key = token
  made = randomTraffic(site.id, { seed: 11, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 400 })
  const { engine } = server.services
  const insert = (table: string, lines: string[]) =>
    engine.insertLines(table, Buffer.from(lines.join('')), { deduplicationToken: randomUUID() })
  await insert('events', made.events.map(eventLine))
  await insert('payment_entries', made.entries.map(paymentEntryLine))
})
afterAll(() => server?.close())

async function ask(path: string, body: object): Promise<unknown> {
  const reply = await server.request('POST', `/api/v1/${path}`, { key, body })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: unknown }).data
}

describe('POST /api/v1/funnel', () => {
  const funnels: Omit<SlowFunnel, 'fromMs' | 'toMs'>[] = [
    { steps: [{ page: '/' }, { page: '/pricing' }], by: 'visitor', windowHours: 24 },
    {
      steps: [{ page: '/pricing', match: 'begins_with' }, { goal: 'signup' }, { page: '/' }],
      by: 'visitor',
      windowHours: 72,
      breakdown: 'source',
    },
    {
      steps: [{ page: 'ä', match: 'contains' }, { page: '/' }, { goal: 'ADD', match: 'contains' }],
      by: 'session',
      windowHours: 2,
      breakdown: 'country',
      filters: [['is', 'device', ['mobile']]],
    },
    {
      steps: [{ page: '/' }, { page: '/' }, { page: '/' }, { page: '/' }, { goal: 'paid' }],
      by: 'visitor',
      windowHours: 200,
      breakdown: 'device',
      filters: [['is_not', 'source', ['google']]],
    },
  ]

  it('is what plain loops count, before and after sessions are built', async () => {
    for (const [index, funnel] of funnels.entries()) {
      if (index === 2) await buildAllSessions(server.services.engine)
      const answer = await ask('funnel', { ...funnel, dateRange: range, limit: 100 })
      const slow = slowFunnel(made, { ...funnel, ...rangeMs })
      expect(slow.steps[0]?.count).toBeGreaterThan(5)
      expect(answer).toMatchObject(slow)
    }
  })

  it('200 answers zeros and nulls where nobody came', async () => {
    const steps = [{ page: '/nowhere' }, { goal: "o'brien \\'; drop table events; --" }]
    const answer = (await ask('funnel', { steps, dateRange: range })) as { steps: unknown[] }
    const nobody = { count: 0, conversionRate: null, stepRate: null, dropOff: 0, revenue: 0 }
    expect(answer.steps).toEqual([
      { ...nobody, medianSeconds: null },
      { ...nobody, medianSeconds: null },
    ])
  })

  it.each([
    [{ steps: [{ page: '/' }] }, 'steps must have at least 2 items'],
    [{ steps: [{ page: '/' }, {}] }, 'steps: number 2 must have either page or goal'],
    [{ steps: [{ page: '/' }, { page: '/', goal: 'a' }] }, 'steps: number 2 must have either'],
    [
      { steps: [{ page: '/' }, { page: '/' }], breakdown: 'day' },
      'breakdown must be one of channel',
    ],
  ])('400 says what is wrong with %j', async (body, message) => {
    const reply = await server.request('POST', '/api/v1/funnel', {
      key,
      body: { dateRange: range, ...body },
    })
    expect(reply.body).toMatchObject({
      error: { code: 400, message: expect.stringContaining(message) },
    })
  })
})
