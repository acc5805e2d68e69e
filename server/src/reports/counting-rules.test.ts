import type { QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../test/long-form.ts'
import { browserAgent, startTestServer, type TestServer } from '../test/server.ts'

/* Rules of counting that every report follows, checked through the public API. */

type Filters = NonNullable<QueryInput['filters']>

let server: TestServer
const berlin = 'Europe/Berlin'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

interface Site {
  /** Sends events; each is a page view unless specified otherwise. */
  send(...events: Record<string, unknown>[]): Promise<void>
  ask(question: Partial<QueryInput>, path?: string): Promise<QueryAnswer>
}

async function aSite(): Promise<Site> {
  const { key } = await server.aSite({ currency: 'EUR', timezone: berlin })
  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', `/api/v1/${path}`, { key, body })
    expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
    return (reply.body as { data: unknown }).data
  }
  return {
    send: async (...events) => {
      const made = events.map((event) => ({
        type: 'pageview',
        userAgent: browserAgent,
        country: 'DE',
        ...event,
        ...('path' in event ? { url: `https://shop.example${event.path}`, path: undefined } : {}),
      }))
      expect(await post('events', { events: made })).toMatchObject({ accepted: made.length })
    },
    ask: async (question, path = 'query') => (await post(path, question)) as QueryAnswer,
  }
}

/** One visit by `ana` on the evening of 20 November in Berlin that continues after midnight. */
const acrossMidnight = [
  { visitorId: 'ana', sessionId: 'late', timestamp: '2026-11-20T22:50:00Z', path: '/a' },
  { visitorId: 'ana', sessionId: 'late', timestamp: '2026-11-20T23:10:00Z', path: '/b' },
  {
    ...{ type: 'goal', name: 'signup', visitorId: 'ana', sessionId: 'late' },
    ...{ timestamp: '2026-11-20T23:11:00Z', path: '/b' },
  },
]
const counted = ['visitors', 'sessions', 'pageViews', 'goals'] as const
const everyBreakdown = ['country', 'source', 'page', 'goal', 'day', 'hour', 'device'] as const

describe('a visit across midnight of the site', () => {
  it.each([
    ['2026-11-20', { visitors: 1, sessions: 1, pageViews: 2, goals: 1 }],
    ['2026-11-21', { visitors: 0, sessions: 0, pageViews: 0, goals: 0 }],
  ])('counts as a whole on the day it began: %s', async (day, expected) => {
    const site = await aSite()
    await site.send(...acrossMidnight)
    const dateRange: [string, string] = [day, day]
    const metrics = [...counted]
    expect((await site.ask({ metrics, dateRange })).totals).toEqual(expected)
    const filters: Filters = [['is', 'country', ['DE']]]
    expect((await site.ask({ metrics, dateRange, filters })).totals).toEqual(expected)
    const sumsOf = async (dimension: string, ...names: ('pageViews' | 'goals')[]) => {
      const { rows } = await site.ask({ metrics: names, dimensions: [dimension], dateRange })
      return names.map((name) => rows.reduce((sum, row) => sum + Number(row[name]), 0))
    }
    for (const dimension of ['country', 'source', 'device', 'day', 'hour', 'page']) {
      const sums = await sumsOf(dimension, 'pageViews', 'goals')
      expect([dimension, ...sums]).toEqual([dimension, expected.pageViews, expected.goals])
    }
    expect(await sumsOf('goal', 'goals')).toEqual([expected.goals])
    const goals = (await site.ask({ dateRange }, 'goals')) as unknown as { rows: object[] }
    expect(goals.rows).toHaveLength(expected.goals)
  })

  it('has the same source at midnight UTC and at noon', async () => {
    const site = await aSite()
    const visit = (visitorId: string, [goalAt, seenAt]: [string, string]) =>
      site.send(
        {
          ...{ type: 'goal', name: 'signup', visitorId, sessionId: visitorId },
          ...{ timestamp: goalAt, path: '/a' },
        },
        { visitorId, sessionId: visitorId, timestamp: seenAt, path: '/b?utm_source=radio' },
      )
    await visit('night', ['2026-11-19T23:59:50Z', '2026-11-20T00:00:10Z'])
    await visit('noon', ['2026-11-20T11:59:50Z', '2026-11-20T12:00:10Z'])
    const dateRange: [string, string] = ['2026-11-19', '2026-11-20']
    for (const [dimension, value] of [
      ['source', 'radio'],
      ['entryPage', '/b'],
    ] as const) {
      const asked = { metrics: ['sessions'], dimensions: [dimension], dateRange }
      expect((await site.ask(asked)).rows).toEqual([{ [dimension]: value, sessions: 2 }])
    }
  })
})

describe('a figure', () => {
  const metrics = [
    ...['visitors', 'sessions', 'pageViews', 'goals', 'entries', 'exits', 'bounceRate'],
    ...['viewsPerSession', 'goalConversionRate', 'conversionRate', 'sessionDuration'],
  ]
  const ofGoals = ['visitors', 'sessions', 'goals', 'goalConversionRate']
  const filters: Filters[] = [
    [],
    [['hit', ['is', 'page', ['/b']]]],
    [['is', 'page', ['/b']]],
    [['is', 'goal', ['signup']]],
    [['is', 'country', ['DE']]],
    [['not', ['is', 'page', ['/b']]]],
  ]
  let site: Site

  beforeAll(async () => {
    site = await aSite()
    await site.send(
      ...acrossMidnight,
      { visitorId: 'bob', sessionId: 'b', timestamp: '2026-11-20T12:00:00Z', path: '/b' },
      {
        ...{ visitorId: 'cleo', sessionId: 'c', timestamp: '2026-11-20T12:00:00Z' },
        ...{ path: '/a', country: 'SE' },
      },
    )
  })

  it('is the same whatever else is asked', { timeout: 120_000 }, async () => {
    const ask = async (asked: readonly string[], dimension: string, filter: Filters) => {
      const { rows, totals } = await site.ask({
        metrics: [...asked],
        dimensions: [dimension],
        dateRange: ['2026-11-20', '2026-11-20'],
        filters: filter,
      })
      return { totals, of: new Map(rows.map((row) => [row[dimension], row])) }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...everyBreakdown),
        fc.constantFrom(...filters),
        fc.subarray(metrics, { minLength: 1, maxLength: 4 }),
        async (dimension, filter, some) => {
          const possible = dimension === 'goal' ? ofGoals : metrics
          const asked = some.filter((name) => possible.includes(name))
          if (asked.length === 0) return
          const whole = await ask(possible, dimension, filter)
          const part = await ask(asked, dimension, filter)
          for (const name of asked) {
            expect([name, part.totals[name]]).toEqual([name, whole.totals[name]])
            for (const [key, row] of whole.of) {
              // A row without any of the requested figures may be left out.
              const value = part.of.get(key)?.[name]
              if (value === undefined) expect([0, null]).toContain(row[name])
              else expect([key, name, value]).toEqual([key, name, row[name]])
            }
          }
        },
      ),
      { numRuns: inLongForm(24, 8), seed: 14 },
    )
  })

  it('by page is of who saw the page, rates of the visits that began there', async () => {
    const { rows } = await site.ask({
      metrics: ['visitors', 'pageViews', 'entries', 'exits', 'bounceRate'],
      dimensions: ['page'],
      dateRange: ['2026-11-20', '2026-11-20'],
      orderBy: [['page', 'asc']],
    })
    expect(rows).toEqual([
      { page: '/a', visitors: 2, pageViews: 2, entries: 2, exits: 1, bounceRate: 0.5 },
      { page: '/b', visitors: 2, pageViews: 2, entries: 1, exits: 2, bounceRate: 1 },
    ])
  })

  it('by page does not count the visitors of hits that a filter leaves out', async () => {
    const { rows } = await site.ask({
      metrics: ['visitors', 'goalConversionRate'],
      dimensions: ['page'],
      dateRange: ['2026-11-20', '2026-11-20'],
      filters: [['hit', ['is', 'page', ['/b']]]],
    })
    expect(Object.fromEntries(rows.map((row) => [row.page, row.visitors]))).toEqual({
      '/a': 0,
      '/b': 2,
    })
  })

  it('of conversion is of visitors: two customers who share a browser are one', async () => {
    const { key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
    const post = (path: string, body: object) =>
      server.request('POST', `/api/v1/${path}`, { key, body })
    const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`
    const seen = (visitorId: string) => ({
      ...{ type: 'pageview', visitorId, sessionId: visitorId, userAgent: browserAgent },
      ...{ timestamp: at(10), url: 'https://shop.example/' },
    })
    await post('events', { events: [seen('ana'), seen('bob')] })
    for (const customerId of ['one', 'two']) {
      const reply = await post('payment', {
        ...{ provider: 'custom', providerPaymentId: customerId, customerId, amount: 5 },
        ...{ currency: 'EUR', visitorId: 'ana', timestamp: at(11) },
      })
      expect(reply.status).toBe(200)
    }
    const reply = await post('query', {
      metrics: ['customers', 'conversionRate'],
      dateRange: ['2026-11-20', '2026-11-20'],
    })
    expect((reply.body as { data: QueryAnswer }).data.totals).toEqual({
      customers: 2,
      conversionRate: 0.5,
    })
  })
})

describe('a filter', () => {
  let site: Site

  beforeAll(async () => {
    site = await aSite()
    const visit = (visitorId: string, ...paths: string[]) =>
      paths.map((path, minute) => ({
        ...{ visitorId, sessionId: visitorId, path },
        timestamp: `2026-11-20T12:0${minute}:00Z`,
      }))
    await site.send(
      ...visit('both', '/a', '/b'),
      ...visit('first', '/a'),
      ...visit('second', '/b'),
      ...visit('neither', '/c'),
    )
  })

  const sessions = async (...filters: Filters) => {
    const dateRange: [string, string] = ['2026-11-20', '2026-11-20']
    return (await site.ask({ metrics: ['sessions'], dateRange, filters })).totals.sessions
  }

  it.each([
    ['is', 'is_not', ['/a', '/b']],
    ['contains', 'does_not_contain', ['A', 'B']],
    ['matches', 'does_not_match', ['^/a', '^/b']],
  ])('%s holds when any value does, %s when none does', async (positive, negative, values) => {
    expect(await sessions([positive, 'page', values])).toBe(3)
    expect(await sessions([negative, 'page', values])).toBe(1)
    expect(await sessions(['not', [negative, 'page', values]])).toBe(3)
    expect(await sessions(['visitor', [negative, 'page', values]])).toBe(1)
    const [one] = values
    expect(await sessions([negative, 'page', [one ?? '']])).toBe(2)
    // For single hits: a visit that has one hit elsewhere.
    expect(await sessions(['hit', [negative, 'page', [one ?? '']]])).toBe(3)
  })
})

it('a filter by what visitors did has their revenue, though they did it before the look-back', async () => {
  const { key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  const post = (path: string, body: object) =>
    server.request('POST', `/api/v1/${path}`, { key, body })
  const seen = (visitorId: string, path: string, timestamp: string) => ({
    ...{ type: 'pageview', visitorId, sessionId: `${visitorId}${path}`, userAgent: browserAgent },
    ...{ timestamp, url: `https://shop.example${path}` },
  })
  const events = [
    seen('ana', '/customers', '2026-10-02T10:00:00.000Z'),
    seen('ana', '/', '2026-11-20T10:00:00.000Z'),
    seen('ben', '/', '2026-11-20T10:00:00.000Z'),
  ]
  expect((await post('events', { events })).body).toMatchObject({ data: { accepted: 3 } })
  for (const [visitorId, amount] of [
    ['ana', 5],
    ['ben', 70],
  ]) {
    const paid = { provider: 'custom', providerPaymentId: visitorId, currency: 'EUR', amount }
    const timestamp = '2026-11-20T11:00:00.000Z'
    expect((await post('payment', { ...paid, visitorId, timestamp })).status).toBe(200)
  }
  const revenue = async (filter: unknown) => {
    const { body } = await post('query', {
      metrics: ['revenue'],
      dateRange: ['2026-10-01', '2026-11-30'],
      lookback: 7,
      filters: [filter],
    })
    return (body as { data: QueryAnswer }).data.totals.revenue
  }
  expect(await revenue(['visitor', ['is', 'page', ['/customers']]])).toBe(5)
  expect(await revenue(['visitor', ['is_not', 'page', ['/customers']]])).toBe(70)
})

it('a filter of payments by several providers keeps those of any, its opposite those of none', async () => {
  const { key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  const post = (path: string, body: object) =>
    server.request('POST', `/api/v1/${path}`, { key, body })
  for (const [index, provider] of ['stripe', 'paddle', 'custom'].entries()) {
    const paid = { providerPaymentId: provider, amount: 10 ** index, currency: 'EUR' }
    const timestamp = '2026-11-20T11:00:00.000Z'
    expect((await post('payment', { provider, ...paid, timestamp })).status).toBe(200)
  }
  const revenue = async (operator: string) => {
    const { body } = await post('query', {
      metrics: ['revenue'],
      dateRange: ['2026-11-20', '2026-11-20'],
      filters: [[operator, 'provider', ['stripe', 'paddle']]],
    })
    return (body as { data: QueryAnswer }).data.totals.revenue
  }
  expect([await revenue('is'), await revenue('is_not')]).toEqual([11, 100])
})

describe('a journey', () => {
  it('is of the visits that began in the range, to their end', async () => {
    const site = await aSite()
    await site.send(...acrossMidnight)
    const journey = async (day: string) => {
      const asked = { from: { page: '/a' }, dateRange: [day, day], depth: 3 }
      const answer = await site.ask(asked as unknown as QueryInput, 'journeys')
      return (answer as unknown as { nodes: { name: string; visits: number }[] }).nodes.map(
        ({ name, visits }) => `${name} ${visits}`,
      )
    }
    expect(await journey('2026-11-20')).toEqual([' 1', '/b 1', 'signup 1'])
    expect(await journey('2026-11-21')).toEqual([])
  })

  it('under a filter is of whole visits, also by what they did after the range and before the start', async () => {
    const site = await aSite()
    await site.send(
      ...acrossMidnight,
      { visitorId: 'bob', sessionId: 'b', timestamp: '2026-11-20T11:59:00Z', path: '/c' },
      { visitorId: 'bob', sessionId: 'b', timestamp: '2026-11-20T12:00:00Z', path: '/a' },
    )
    const visits = async (...filters: Filters) => {
      const asked = { from: { page: '/a' }, dateRange: ['2026-11-20', '2026-11-20'], filters }
      const answer = await site.ask(asked as unknown as QueryInput, 'journeys')
      const [start] = (answer as unknown as { nodes: { visits: number }[] }).nodes
      return start?.visits ?? 0
    }
    expect(await visits()).toBe(2)
    // Seen after midnight, and before the journey begins.
    expect(await visits(['is', 'page', ['/b']])).toBe(1)
    expect(await visits(['is', 'page', ['/c']])).toBe(1)
    expect(await visits(['is', 'goal', ['signup']])).toBe(1)
    expect(await visits(['is_not', 'page', ['/b', '/c']])).toBe(0)
  })
})
