import { randomUUID } from 'node:crypto'
import { personName } from '@tributary/contract/person-name.ts'
import type { Cohorts } from '@tributary/contract/questions/cohorts.ts'
import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import type { Journeys } from '@tributary/contract/questions/journeys.ts'
import type { Visitors } from '@tributary/contract/questions/visitors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDerivedGoals } from '../goals/rules/derive-goals.ts'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import { sessionDimensions, timeDimensions } from '../reports/queries/vocabulary.ts'
import { eventLine } from '../store/events/event-line.ts'
import { anEvent } from '../test/an-event.ts'
import { randomTraffic, type Traffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import {
  type SlowFunnel,
  slowCohorts,
  slowFunnel,
  slowGoals,
  slowJourneys,
  slowVisitors,
} from '../test/slow-reports/slow-questions.ts'

/* Random traffic of ten days; reports are compared with slow, obvious computations over the same. */

const range: [string, string] = ['2026-10-21', '2026-10-28']
const rangeMs = { fromMs: Date.UTC(2026, 9, 21), toMs: Date.UTC(2026, 9, 29) }

const sawPrices = {
  id: 'rule_prices',
  goal: 'saw prices',
  kind: 'page',
  pattern: '/pricing*',
} as const

let server: TestServer
let key: string
let made: Traffic

beforeAll(async () => {
  server = await startTestServer()
  const { site, key: token } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  key = token
  made = randomTraffic(site.id, { seed: 11, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 400 })
  made.events = made.events.flatMap((event) => withDerivedGoals([sawPrices], event))
  const { engine } = server.services
  const insert = (table: string, lines: string[]) =>
    engine.insertLines(table, Buffer.from(lines.join('')), { deduplicationToken: randomUUID() })
  await insert('events', made.events.map(eventLine))
  await insertPaymentEntries(engine, made.entries)
})
afterAll(() => server?.close())

async function ask(path: string, body: object): Promise<unknown> {
  const reply = await server.request('POST', `/api/v1/${path}`, { key, body })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: unknown }).data
}

describe('POST /api/v1/funnel', () => {
  const funnels: Omit<SlowFunnel, 'fromMs' | 'toMs'>[] = [
    {
      steps: [{ page: '/' }, { page: '^/(pricing|none)$', match: 'matches' }],
      by: 'visitor',
      windowHours: 24,
    },
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
    {
      steps: [{ page: '/pricing' }, { goal: 'saw prices' }, { goal: 'signup' }],
      by: 'session',
      windowHours: 24,
    },
    {
      steps: [{ goal: 'saw prices' }, { page: '/pricing' }, { goal: 'saw', match: 'begins_with' }],
      by: 'visitor',
      windowHours: 72,
    },
    {
      steps: [{ goal: 'saw prices' }, { goal: 'saw prices' }],
      by: 'visitor',
      windowHours: 24,
      breakdown: 'country',
    },
  ]

  it('equals what plain loops count', async () => {
    for (const funnel of funnels) {
      const answer = await ask('funnel', { ...funnel, dateRange: range, limit: 100 })
      const slow = slowFunnel(made, { ...funnel, ...rangeMs })
      expect(slow.steps[0]?.count).toBeGreaterThan(5)
      expect(answer).toMatchObject(slow)
    }
  })

  it('counts a page and the goal that is derived from it as two steps of one moment, in this order alone', async () => {
    const count = async (steps: object[]) => {
      const input = { steps, by: 'session', windowHours: 1, dateRange: range }
      const answer = (await ask('funnel', input)) as Funnel
      return answer.steps.map((step) => step.count)
    }
    const page = { page: '/pricing', match: 'begins_with' }
    const goal = { goal: sawPrices.goal }
    const [viewed, reached] = await count([page, goal])
    expect(viewed).toBeGreaterThan(50)
    expect(reached).toBe(viewed)
    const [, pageAfterwards = 0] = await count([goal, page])
    expect(pageAfterwards).toBeLessThan(viewed as number)
    const [, , goalAgain = 0] = await count([page, goal, goal])
    expect(goalAgain).toBe(pageAfterwards)
  })

  it('200 returns zeros and nulls without visitors', async () => {
    const steps = [{ page: '/nowhere' }, { goal: "o'brien \\'; drop table events; --" }]
    const answer = (await ask('funnel', { steps, dateRange: range })) as { steps: unknown[] }
    const none = { count: 0, conversionRate: null, interval: null, stepRate: null, dropOff: 0 }
    const empty = { ...none, revenue: 0 }
    expect(answer.steps).toEqual([
      { ...empty, medianSeconds: null },
      { ...empty, medianSeconds: null },
    ])
  })

  it.each([
    [{ steps: [{ page: '/' }] }, 'steps must have at least 2 items'],
    [{ steps: [{ page: '/' }, {}] }, 'steps: number 2 must have either page or goal'],
    [{ steps: [{ page: '/' }, { page: '/', goal: 'a' }] }, 'steps: number 2 must have either'],
    [{ steps: [{ page: '/' }, { page: '(', match: 'matches' }] }, 'in the syntax of RE2'],
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

describe('POST /api/v1/query with Accept: text/csv', () => {
  const table = async (body: object) => {
    const response = await fetch(`${server.url}/api/v1/query`, {
      method: 'POST',
      headers: {
        accept: 'text/csv',
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const { headers } = response
    const name = headers.get('content-disposition')
    return { type: headers.get('content-type'), name, text: await response.text() }
  }

  it('200 is a table with the numbers of the report', async () => {
    const question = { metrics: ['visitors', 'revenue'], dimensions: ['device'], dateRange: range }
    const data = (await ask('query', question)) as { rows: Record<string, unknown>[] }
    const { type, name, text } = await table(question)
    expect(type).toBe('text/csv; charset=utf-8')
    expect(name).toBe('attachment; filename="report.csv"')
    const lines = data.rows.map(
      ({ device, visitors, revenue }) => `${device},${visitors},${revenue}`,
    )
    expect(text).toBe(['device,visitors,revenue', ...lines, ''].join('\r\n'))
  })

  it('200 holds no text that a spreadsheet would run', async () => {
    const siteId = made.events[0]?.siteId ?? ''
    const campaigns = ['=1+1', '+1', '-1', '@a', 'a,"b" c']
    await server.services.events.append(
      campaigns.map((campaign, index) => {
        const visit = { visitorId: `csv-${index}`, sessionId: `csv-${index}`, campaign }
        return anEvent({ siteId, timestampMs: Date.UTC(2026, 5, 1, 12), ...visit })
      }),
    )
    const june = { metrics: ['visitors'], dimensions: ['campaign'] }
    const { text } = await table({ ...june, dateRange: ['2026-06-01', '2026-06-01'] })
    expect(text.trim().split('\r\n').sort()).toEqual(
      ["'+1,1", "'-1,1", "'=1+1,1", "'@a,1", '"a,""b"" c",1', 'campaign,visitors'].sort(),
    )
  })

  it('400 is the envelope', async () => {
    const headers = { accept: 'text/csv' }
    const reply = await server.request('POST', '/api/v1/query', { key, headers, body: {} })
    expect(reply.body).toMatchObject({ status: 'error', error: { code: 400 } })
  })
})

describe('POST /api/v1/goals', () => {
  it('equals what plain loops count', async () => {
    expect(await ask('goals', { dateRange: range })).toMatchObject(slowGoals(made, rangeMs))
  })
})

describe('POST /api/v1/journeys', () => {
  it.each([
    { from: { page: '/' }, direction: 'next' as const, depth: 3 },
    { from: { goal: 'signup' }, direction: 'previous' as const, depth: 2 },
  ])('equals what plain loops count: $direction', async (asked) => {
    const answer = (await ask('journeys', { ...asked, dateRange: range, limit: 20 })) as Journeys
    const links = Object.fromEntries(
      answer.links.map(({ from, to, visits }) => [`${from} > ${to}`, visits]),
    )
    const slow = slowJourneys(made, { ...asked, ...rangeMs })
    expect(slow.size).toBeGreaterThan(10)
    expect(links).toEqual(Object.fromEntries(slow))
  })

  it('adds up at every node, whatever is shown as other', async () => {
    const asked = { from: { page: '/' }, dateRange: range, depth: 4, limit: 1 }
    const { nodes, links } = (await ask('journeys', asked)) as Journeys
    const sum = (some: Journeys['links']) => some.reduce((total, { visits }) => total + visits, 0)
    expect(nodes.map(({ kind }) => kind)).toContain('other')
    for (const { id, depth, visits, ended } of nodes) {
      expect(sum(links.filter(({ from }) => from === id)) + ended).toBe(visits)
      if (depth > 0) expect(sum(links.filter(({ to }) => to === id))).toBe(visits)
    }
  })
})

describe('POST /api/v1/cohorts', () => {
  it('equals what plain loops count', async () => {
    const { rows } = (await ask('cohorts', { dateRange: range, by: 'source' })) as Cohorts
    const slow = slowCohorts(made, rangeMs)
    expect(rows.map(({ cohort, key: source }) => `${cohort} ${source}`).sort()).toEqual(
      [...slow.keys()].sort(),
    )
    for (const { cohort, key: source, visitors, periods } of rows) {
      const expected = slow.get(`${cohort} ${source}`)
      expect(visitors).toBe(expected?.active.get(0))
      let total = 0
      for (const [index, { active, revenue, lifetimeValue }] of periods.entries()) {
        const minor = expected?.revenue.get(index) ?? 0
        total += minor
        expect([active, Math.round(revenue * 100)]).toEqual([
          expected?.active.get(index) ?? 0,
          minor,
        ])
        expect(Math.round(lifetimeValue * 100)).toBe(Math.round(total / visitors))
      }
    }
  })
})

describe('POST /api/v1/cohorts by any dimension', () => {
  const cohortsBy = async (by?: string) =>
    ((await ask('cohorts', { dateRange: range, by })) as Cohorts).rows
  const sum = (rows: Cohorts['rows']) => rows.reduce((all, { visitors }) => all + visitors, 0)
  const times: readonly string[] = timeDimensions
  const ofVisits = Object.keys(sessionDimensions).filter((name) => !times.includes(name))

  it('has every visitor once', async () => {
    const visitors = sum(await cohortsBy())
    const counted = ofVisits.map(async (dimension) => [dimension, sum(await cohortsBy(dimension))])
    expect(await Promise.all(counted)).toEqual(ofVisits.map((dimension) => [dimension, visitors]))
  })

  it('begins with a visitor’s first visit, which is that of a new one', async () => {
    const types = (await cohortsBy('visitorType')).map(({ key: type }) => type)
    expect([...new Set(types)]).toEqual(['new'])
  })
})

describe('POST /api/v1/visitors', () => {
  /** The rows of all pages. */
  async function pagesOf(question: object): Promise<Visitors['rows']> {
    const rows: Visitors['rows'] = []
    let cursor: string | undefined
    do {
      const page = (await ask('visitors', { dateRange: range, ...question, cursor })) as Visitors
      rows.push(...page.rows)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return rows
  }

  it.each(['lastSeen', 'revenue'])(
    'equals what plain loops count, page by page, by %s',
    async (orderBy) => {
      const rows = await pagesOf({ orderBy, limit: 15 })
      const order = rows.map((row) => (orderBy === 'revenue' ? row.revenue : row.lastSeenAt))
      expect(order).toEqual([...order].sort((a, b) => (a > b ? -1 : 1)))
      const byId = rows.sort((a, b) => (a.visitorId < b.visitorId ? -1 : 1))
      expect(byId).toMatchObject(slowVisitors(made, rangeMs))
    },
  )

  it('200 finds by a part of the id and by user id, and tells who is who', async () => {
    const found = async (search: string) =>
      ((await ask('visitors', { dateRange: range, search })) as Visitors).rows
    expect((await found('VISITOR-7')).map(({ visitorId }) => visitorId)).toEqual(['visitor-7'])
    await ask('identify', { visitorId: 'visitor-7', userId: 'u-7' })
    expect(await found('u-7')).toMatchObject([{ visitorId: 'visitor-7', userIds: ['u-7'] }])
    expect(await found('unknown@example.com')).toEqual([])
  })

  it('200 finds by the name that the dashboard shows, in any letters, and by a part of it', async () => {
    const found = async (search: string) => {
      const page = (await ask('visitors', { dateRange: range, limit: 250, search })) as Visitors
      return page.rows.map(({ visitorId }) => visitorId).sort()
    }
    const all = await found('visitor-')
    expect(all.length).toBeGreaterThan(20)
    const [id = ''] = all
    const [first = '', second = ''] = personName(id).split(' ')
    for (const text of [
      `${first} ${second}`.toUpperCase(),
      first,
      second,
      `${first.at(-1)} ${second[0]}`,
      'er',
    ]) {
      const named = all.filter((one) => personName(one).toLowerCase().includes(text.toLowerCase()))
      expect([text, await found(text)]).toEqual([text, named])
    }
    expect(await found(`${second} ${first}`)).toEqual([])
  })

  it.each([
    // Some were active with another device later, so that they had hits on the days that are read first.
    ['who has a name', { search: 'e', filters: [['is', 'device', ['desktop']]] }, 2],
    ['by last activity under a filter', { filters: [['is', 'device', ['desktop']]] }, 6],
    ['by revenue', { orderBy: 'revenue' }, 6],
  ])(
    '200 lists %s in the same order page by page, though few are looked through first',
    async (_, asked, limit) => {
      const all = await pagesOf({ ...asked, limit: 250 })
      expect(all.length).toBeGreaterThan(limit)
      expect(await pagesOf({ ...asked, limit })).toEqual(all)
    },
  )

  // Minutes of each visitor's hits, from the last day of the range on; of a long visit one in 25 minutes.
  const every25 = (from: number, to: number) =>
    Array.from({ length: Math.floor((to - from) / 25) + 1 }, (_, at) => to - at * 25)
  it.each([
    [
      'a visit of nearly a day by its last hit',
      { busy: every25(-1_300, 60), a: [1], b: [2], c: [3] },
      ['busy', 'c'],
    ],
    [
      'a visit over midnight of the day before',
      { today: [5], night: every25(-1_450, -1_400), a: [-1_435], b: [-1_430] },
      ['today', 'night'],
    ],
  ])('200 lists %s', async (_, minutes, expected) => {
    const { key: own } = await server.aSite({ timezone: 'UTC' })
    const body = Object.entries(minutes).flatMap(([visitorId, moments]) =>
      moments.map((minute) => ({
        ...{ type: 'pageview', visitorId, url: 'https://shop.example/' },
        timestamp: new Date(Date.UTC(2026, 9, 28, 0, minute)).toISOString(),
      })),
    )
    expect(
      await server.request('POST', '/api/v1/events', { key: own, body: body.toReversed() }),
    ).toMatchObject({ status: 200 })
    const page = await server.request('POST', '/api/v1/visitors', {
      ...{ key: own, body: { dateRange: range, limit: 2 } },
    })
    const { rows } = (page.body as { data: Visitors }).data
    expect(rows.map(({ visitorId }) => visitorId)).toEqual(expected)
  })

  it('200 finds the name of an id of any length and alphabet', async () => {
    const lengths = [1, 8, 30, 31, 32, 33, 40, 255]
    const ids = [...lengths.map((length) => 'long-'.repeat(51).slice(-length)), 'Käufer-ñ-東']
    const sent = ids.map((visitorId) => ({
      ...{ type: 'pageview', visitorId, url: 'https://shop.example/' },
      timestamp: '2026-10-22T10:00:00Z',
    }))
    expect(await server.request('POST', '/api/v1/events', { key, body: sent })).toMatchObject({
      status: 200,
    })
    for (const visitorId of ids) {
      const search = personName(visitorId)
      const { rows } = (await ask('visitors', { dateRange: range, search })) as Visitors
      expect(rows).toContainEqual(expect.objectContaining({ visitorId }))
    }
  })

  it.each(['after-1', 'after-1-99999999999999999999', "after-1-1' or 1=1"])(
    '400 refuses the cursor %s',
    async (cursor) => {
      const body = { dateRange: range, cursor }
      expect(await server.request('POST', '/api/v1/visitors', { key, body })).toMatchObject({
        status: 400,
      })
    },
  )
})
