import { randomUUID } from 'node:crypto'
import type { QueryAnswer } from '@tributary/contract/query.ts'
import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addJourney,
  conversion,
  noConversion,
  removalEffects,
  type Transitions,
} from '../attribution/removal-effects.ts'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import type { PaymentEntry } from '../payments/queries/payment-entry.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { eventLine } from '../store/events/event-line.ts'
import { anEvent } from '../test/an-event.ts'
import { noCosts } from '../test/no-costs.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs } from '../time/durations.ts'

let server: TestServer
let site: { id: string; key: string }
const paidAt = Date.UTC(2026, 9, 20, 12)

beforeAll(async () => {
  server = await startTestServer()
  const { site: created, key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  site = { id: created.id, key }
  await insert([
    visit('ana', 120, { source: 'podcast', channel: 'Referral' }),
    visit('ana', 12, { source: 'google', channel: 'Organic Search' }),
    // The same visit continues through a link in an e-mail.
    visit('ana', 12, { source: 'newsletter', channel: 'Email', afterMs: 60_000, path: '/pricing' }),
    visit('bob', 100, { source: 'podcast', channel: 'Referral' }),
    visit('cleo', 1, { source: 'google', channel: 'Organic Search', campaign: 'Not linked' }),
  ])
  await pay('1', { amount: 100, visitorId: 'ana', metadata: { product: 'Pro' } })
  await pay('2', { amount: 30, visitorId: 'bob' })
  await pay('3', { amount: 7 })
})

afterAll(() => server?.close())

function visit(
  visitorId: string,
  daysBefore: number,
  { source, channel, campaign = '', afterMs = 0, path = '/' }: Touch,
): StoredEvent {
  return anEvent({
    siteId: site.id,
    visitorId,
    sessionId: `${visitorId}-${daysBefore}`,
    timestampMs: paidAt - daysBefore * dayMs + afterMs,
    touch: 'source',
    source,
    channel,
    campaign,
    path,
  })
}

interface Touch {
  source: string
  channel: string
  campaign?: string
  afterMs?: number
  path?: string
}

async function insert(events: StoredEvent[]): Promise<void> {
  const lines = Buffer.from(events.map(eventLine).join(''))
  await server.services.engine.insertLines('events', lines, { deduplicationToken: randomUUID() })
}

async function pay(providerPaymentId: string, more: object): Promise<void> {
  const reply = await server.request('POST', '/api/v1/payment', {
    key: site.key,
    body: {
      provider: 'custom',
      providerPaymentId,
      currency: 'EUR',
      timestamp: new Date(paidAt).toISOString(),
      ...more,
    },
  })
  expect(reply.status).toBe(200)
}

/** Everybody has a visit a day to each channel of a journey; payers pay 10.00 the day after. */
async function insertJourneys(
  siteId: string,
  journeys: { path: string[]; paying: number; lost: number }[],
): Promise<void> {
  const events: StoredEvent[] = []
  const entries: PaymentEntry[] = []
  for (const { path, paying, lost } of journeys) {
    for (let person = 0; person < paying + lost; person++) {
      const visitorId = `${path.join(' ')} ${person}`
      for (const [index, channel] of path.entries()) {
        events.push(
          anEvent({
            siteId,
            visitorId,
            sessionId: `${visitorId} ${index}`,
            timestampMs: paidAt - (path.length - index) * dayMs,
            touch: channel === 'Direct' ? 'direct' : 'source',
            channel,
            source: channel === 'Direct' ? '' : 'any',
          }),
        )
      }
      if (person < paying) entries.push(aPayment(siteId, visitorId))
    }
  }
  await insert(events)
  await insertPaymentEntries(server.services.engine, entries)
}

function aPayment(siteId: string, visitorId: string): PaymentEntry {
  return {
    siteId,
    paymentId: `payment of ${visitorId}`,
    entryId: 'payment',
    kind: 'payment',
    atMs: paidAt,
    paidAtMs: paidAt,
    pathAtMs: paidAt,
    amountMinor: 1000,
    currency: 'EUR',
    reportingCurrency: 'EUR',
    reportingMinor: 1000,
    rate: 1,
    rateDay: '',
    ...noCosts,
    provider: 'custom',
    renewal: false,
    trial: false,
    product: '',
    customer: '',
    subscription: '',
    intervalMonths: 0,
    visitorId,
    pathVisitorIds: [visitorId],
    linkMethod: 'ids',
    removed: false,
    version: 1,
  }
}

async function post<Data>(path: string, body: object): Promise<Data> {
  const reply = await server.request('POST', path, {
    key: site.key,
    body: { dateRange: ['2026-10-01', '2026-10-31'], ...body },
  })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: Data }).data
}

const query = (body: object) =>
  post<QueryAnswer>('/api/v1/query', { metrics: ['revenue'], ...body })
const bySource = async (body: object) =>
  Object.fromEntries(
    (await query({ dimensions: ['source'], ...body })).rows.map((row) => [row.source, row.revenue]),
  )

describe('POST /api/v1/query', () => {
  it('takes another source in mid-visit for a touch', async () => {
    expect(await bySource({})).toEqual({ newsletter: 100, Direct: 30, 'Not linked': 7 })
    expect(await bySource({ model: 'linear' })).toMatchObject({ google: 50, newsletter: 50 })
  })

  it('lets first touch reach beyond the look-back, and every model without one', async () => {
    expect(await bySource({ model: 'first' })).toMatchObject({ google: 100, podcast: 30 })
    const all = await bySource({ model: 'first', lookback: 'none' })
    expect(all).toEqual({ podcast: 130, 'Not linked': 7 })
    expect(await bySource({ lookback: 'none' })).toMatchObject({ newsletter: 100, podcast: 30 })
  })

  it('marks money without a visitor, whatever else has its name', async () => {
    const { rows } = await query({ metrics: ['revenue', 'visitors'], dimensions: ['campaign'] })
    expect(rows).toEqual([
      { campaign: '', revenue: 130, visitors: 1 },
      { campaign: 'Not linked', revenue: 7, visitors: 0, notLinked: true },
      { campaign: 'Not linked', revenue: 0, visitors: 1 },
    ])
  })

  it('returns the change from the previous range for each row', async () => {
    const { comparison } = await query({
      metrics: ['revenue', 'visitors'],
      dimensions: ['source'],
      dateRange: ['2026-10-19', '2026-10-21'],
      compare: ['2026-10-01', '2026-10-10'],
      orderBy: [['visitors', 'desc']],
    })
    expect(comparison?.change.rows[0]).toEqual({ revenue: null, visitors: 0 })
    expect(comparison?.change.totals).toEqual({ revenue: null, visitors: 0 })
  })

  it('returns the intervals of rates', async () => {
    const { intervals } = await query({
      metrics: ['conversion_rate', 'revenuePerVisitor'],
      dimensions: ['channel'],
    })
    expect(intervals?.totals.conversion_rate).toEqual({ low: 0.34238, high: 1, uncertain: false })
    expect(intervals?.rows).toHaveLength(4)
  })

  it('names the fallback when Markov has too little data', async () => {
    const { modelFallback, query: understood } = await query({ model: 'markov' })
    expect(understood.model).toBe('markov')
    expect(modelFallback).toEqual({
      used: 'linear',
      reason:
        'Markov needs 300 linked payments that are no renewals, over 5 channels, in the range; there are 1 over 2.',
    })
  })

  it('weighs channels by Markov over the journeys of payers and of all others', async () => {
    const { site: other, key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
    const journeys = [
      { path: ['Email', 'Referral'], paying: 120, lost: 30 },
      { path: ['Organic Search'], paying: 60, lost: 200 },
      { path: ['Paid Search', 'Organic Search', 'Organic Search'], paying: 70, lost: 0 },
      { path: ['Display', 'Direct', 'Email'], paying: 50, lost: 10 },
    ]
    await insertJourneys(other.id, journeys)
    const reply = await server.request('POST', '/api/v1/query', {
      key,
      body: {
        metrics: ['revenue', 'payments'],
        dimensions: ['channel'],
        dateRange: ['2026-10-01', '2026-10-31'],
        model: 'markov',
        includeDirect: false,
      },
    })
    const { rows, totals, modelFallback } = (reply.body as { data: QueryAnswer }).data
    expect(modelFallback).toBeUndefined()
    expect(totals).toMatchObject({ revenue: 3000, payments: 300 })

    const transitions: Transitions = new Map()
    const withoutDirect = journeys.map(({ path, ...counts }) => ({
      ...counts,
      path: path.filter((channel) => channel !== 'Direct'),
    }))
    for (const { path, paying, lost } of withoutDirect) {
      addJourney(transitions, path, { end: conversion, count: paying })
      if (lost > 0) addJourney(transitions, path, { end: noConversion, count: lost })
    }
    const effects = removalEffects(transitions)
    const expected = new Map<string, number>()
    for (const { path, paying } of withoutDirect) {
      const channels = [...new Set(path)]
      const worth = channels.reduce((sum, channel) => sum + (effects.get(channel) ?? 0), 0)
      for (const channel of channels) {
        const share = (effects.get(channel) ?? 0) / worth
        expected.set(channel, (expected.get(channel) ?? 0) + paying * share)
      }
    }
    for (const { channel, payments } of rows) {
      expect(payments).toBeCloseTo(expected.get(String(channel)) ?? 0, 5)
    }
    expect(rows).toHaveLength(expected.size)
  })

  it('reads the product that the metadata names', async () => {
    const { rows } = await query({ dimensions: ['product'] })
    expect(rows).toEqual([
      { product: 'Pro', revenue: 100 },
      { product: '', revenue: 37 },
    ])
  })

  describe('400', () => {
    it.each<[string, object, RegExp]>([
      ['an unknown form', [['xor', []]], /^filters must be of the form/],
      [
        'a group of visits and payments',
        [
          [
            'or',
            [
              ['is', 'page', ['/']],
              ['is', 'provider', ['x']],
            ],
          ],
        ],
        /two filters/,
      ],
      ['a visit within a hit', [['hit', ['is', 'country', ['SE']]]], /hit can ask for page, goal/],
      [
        'a visitor of a payment',
        [['visitor', ['is', 'product', ['x']]]],
        /a payment has no visitor/,
      ],
      ['nothing to join', [['and', []]], /and needs filters/],
      [
        'what is nested too deep',
        [['not', ['not', ['not', ['not', ['not', ['is', 'page', ['/']]]]]]]],
        /at most 5 deep/,
      ],
      ['an expression that is none', [['matches', 'page', ['(']]], /RE2/],
      ['a long expression', [['matches', 'page', ['a'.repeat(201)]]], /at most 200 characters/],
      ['a property without a name', [['is', 'property:', ['x']]], /after property:/],
    ])('refuses %s', async (_name, filters, message) => {
      const reply = await server.request('POST', '/api/v1/query', {
        key: site.key,
        body: { metrics: ['visitors'], dateRange: '7d', filters },
      })
      expect(reply.status).toBe(400)
      expect((reply.body as { error: { message: string } }).error.message).toMatch(message)
    })

    it('refuses to count visitors by what only payments have', async () => {
      const reply = await server.request('POST', '/api/v1/query', {
        key: site.key,
        body: { metrics: ['visitors'], dateRange: '7d', dimensions: ['product'] },
      })
      expect(reply.status).toBe(400)
    })
  })
})

describe('a range beyond all calendars', () => {
  it('null in an optional field is the same as leaving it out', async () => {
    const body = { metrics: ['visitors'], dateRange: '30d' }
    const ask = (given: object) =>
      server.request('POST', '/api/v1/query', { key: site.key, body: given })
    const left = await ask(body)
    expect(left.status).toBe(200)
    for (const name of ['dimensions', 'filters', 'compare', 'orderBy', 'timezone']) {
      expect(await ask({ ...body, [name]: null }), name).toMatchObject({ body: left.body })
    }
  })

  it.each([
    ['9999-12-01', '9999-12-31'],
    ['0001-01-01', '0001-01-31'],
  ])('from %s to %s is refused and no failure of ours', async (first, last) => {
    const message = 'dateRange must lie between 1900-01-01 and 2299-12-30'
    const asked = { key: site.key, body: { metrics: ['visitors'], dateRange: [first, last] } }
    for (const reply of [
      await server.request('POST', '/api/v1/query', asked),
      await server.request('GET', `/api/v1/payments/unlinked?from=${first}&to=${last}`, {
        key: site.key,
      }),
    ]) {
      expect([reply.status, reply.body]).toMatchObject([400, { error: { message } }])
    }
  })
})

describe('POST /api/v1/models', () => {
  it('puts models side by side, each with the same total', async () => {
    const answer = await post<ModelsAnswer>('/api/v1/models', { dimension: 'source' })
    expect(new Set(Object.values(answer.totals))).toEqual(new Set([137]))
    expect(answer.fallbacks).toMatchObject([{ model: 'markov', used: 'linear' }])
    const of = (value: string) => answer.rows.find((row) => row.value === value)
    expect(of('newsletter')?.revenue).toMatchObject({
      'last-non-direct': 100,
      first: 0,
      linear: 50,
    })
    expect(of('newsletter')?.shift).toMatchObject({ 'last-non-direct': 0, first: -0.729927 })
    expect(of('Not linked')?.notLinked).toBe(true)
  })

  it.each(['first', 'last'] as const)(
    'lists the most by the first model first: %s',
    async (model) => {
      const models = [model, 'linear']
      const answer = await post<ModelsAnswer>('/api/v1/models', { dimension: 'source', models })
      const sums = answer.rows.map(({ revenue }) => revenue[model] ?? 0)
      expect(sums).toEqual(sums.toSorted((a, b) => b - a))
      expect(new Set(sums).size).toBeGreaterThan(1)
    },
  )
})

describe('POST /api/v1/paths', () => {
  it('lists the paths to first payments, and the channels that assisted', async () => {
    const answer = await post<PathsAnswer>('/api/v1/paths', { dimension: 'source' })
    expect(answer).toMatchObject({
      conversions: 1,
      revenue: 100,
      daysToConversion: { median: 12 },
      touchesToConversion: { median: 2 },
      topPaths: [{ path: ['google', 'newsletter'], conversions: 1, revenue: 100 }],
      assists: [
        { value: 'google', assisted: 1, assistedRevenue: 100, last: 0, first: 1 },
        { value: 'newsletter', assisted: 0, last: 1, lastRevenue: 100, first: 0 },
      ],
    })
  })

  it('refuses what no visit has', async () => {
    const reply = await server.request('POST', '/api/v1/paths', {
      key: site.key,
      body: { dateRange: '7d', dimension: 'product' },
    })
    expect(reply.status).toBe(400)
  })
})
