import { randomUUID } from 'node:crypto'
import type { QueryInput } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { EngineUnavailable, memoryExceeded } from '../store/events/engine-errors.ts'
import { eventLine } from '../store/events/event-line.ts'
import { randomTraffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { answerQuery } from './answer-query.ts'
import { compareModels } from './money/compare-models.ts'
import { readingOf } from './question-units.ts'
import { readJourneys } from './read-journeys.ts'
import { readQuery } from './read-query.ts'

/* The panels of a page, asked at the same time and one after the other. */

let server: TestServer
let site: Site

beforeAll(async () => {
  server = await startTestServer()
  site = (await server.aSite({ currency: 'EUR' })).site
  const fromMs = Date.UTC(2026, 9, 20)
  const { events, entries } = randomTraffic(site.id, { seed: 5, fromMs, days: 10, visits: 300 })
  // Nearly all of these visitors return, and none of those.
  const more = randomTraffic(site.id, { seed: 6, fromMs, days: 10, visits: 100 }).events
  const once = more.map((event) => ({
    ...event,
    visitorId: `${event.visitorId} ${event.sessionId}`,
  }))
  const { engine } = server.services
  const deduplicationToken = randomUUID()
  const lines = Buffer.from([...events, ...once].map(eventLine).join(''))
  await engine.insertLines('events', lines, { deduplicationToken })
  await insertPaymentEntries(engine, entries)
})
afterAll(() => server?.close())

const panels: Partial<QueryInput>[] = [
  { metrics: ['visitors', 'sessions', 'bounceRate', 'goals', 'revenue'], compare: 'previous' },
  { metrics: ['visitors', 'revenue'], dimensions: ['day'] },
  { metrics: ['visitors', 'goalConversionRate'], dimensions: ['month', 'source'] },
  { metrics: ['sessions', 'visitors'], dimensions: ['source', 'month'] },
  { metrics: ['goals', 'visitors'], dimensions: ['country'] },
  { metrics: ['visitors', 'exits', 'sessions', 'sessionDuration'], dimensions: ['page'] },
  { metrics: ['pageViews', 'sessions'], dimensions: ['page', 'day'] },
  { metrics: ['visitors', 'goals'], dimensions: ['goal'] },
]

/** An engine that counts the statements it is asked, by name, and refuses some, by default because they need too much memory. */
function counting(
  isRefused: (sql: string) => boolean = () => false,
  code = memoryExceeded,
): {
  engine: Engine
  asked: string[]
} {
  const { engine } = server.services
  const asked: string[] = []
  const count = (sql: string) => asked.push(/^\/\* ([a-z-]+) \*\//.exec(sql)?.[1] ?? '')
  const query: Engine['query'] = (sql, ...more) => {
    count(sql)
    return isRefused(sql)
      ? Promise.reject(new EngineUnavailable(code, new Error('refused')))
      : engine.query(sql, ...more)
  }
  const queryColumns: Engine['queryColumns'] = (sql, ...more) => {
    count(sql)
    return engine.queryColumns(sql, ...more)
  }
  return { engine: { ...engine, query, queryColumns }, asked }
}

const nowMs = Date.UTC(2026, 9, 31)
const dateRange: [string, string] = ['2026-10-21', '2026-10-28']

async function answerOf(engine: Engine, panel: Partial<QueryInput>, filters: Filters) {
  const input = { dateRange, filters, ...panel } as QueryInput
  const { rows, ...rest } = await answerQuery(engine, readQuery(input, site, nowMs), nowMs)
  return { rows: rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)), rest }
}

type Filters = QueryInput['filters']
const noFilter: Filters = []
const known = new Map<Filters, Awaited<ReturnType<typeof answerOf>>[]>()

/** Each panel's answer when it is asked alone, which several tests compare with. */
async function answersAlone(filters: Filters) {
  const answers = known.get(filters) ?? []
  for (const panel of panels.slice(answers.length)) {
    answers.push(await answerOf(server.services.engine, panel, filters))
  }
  known.set(filters, answers)
  return answers
}

const filtered: [string, Filters][] = [
  ['no filter', noFilter],
  ['a filter', [['is', 'page', ['/pricing']]]],
  [
    'what is left out',
    [
      ['is_not', 'country', ['DE']],
      ['not', ['is', 'page', ['/pricing']]],
    ],
  ],
  ['a filter that nothing passes', [['is', 'country', ['AQ']]]],
]

it.each(filtered)('the panels of a page have the figures of each alone: %s', async (_, filters) => {
  const { engine, asked } = counting()
  const together = await Promise.all(panels.map((panel) => answerOf(engine, panel, filters)))
  // Of the range and of the one before it.
  expect(asked.filter((name) => name === 'visit-figures')).toHaveLength(2)
  expect(together).toEqual(await answersAlone(filters))
})

it.each(['linear', 'first', 'markov'] as const)(
  'a comparison of models reads the money that the panels read at the same time: %s',
  async (model) => {
    const { engine, asked } = counting()
    const compare = async (by: Engine) => {
      const input = { dateRange, dimension: 'source' }
      const compared = ['last-non-direct', model] as const
      return compareModels(by, { ...readJourneys(input, site, nowMs), models: compared })
    }
    const panel = { metrics: ['revenue', 'customers'], dimensions: ['channel'], model }
    const [compared, answer] = await Promise.all([
      compare(engine),
      answerOf(engine, panel, noFilter),
    ])
    expect(asked.filter((name) => name === 'money-entries')).toHaveLength(1)
    expect(asked.filter((name) => name === 'payer-touches')).toHaveLength(1)
    expect(compared).toEqual(await compare(server.services.engine))
    expect(answer).toEqual(await answerOf(server.services.engine, panel, noFilter))
  },
)

it('a comparison of models is answered together with the panels of its range and filters', () => {
  const filters: Filters = [['is', 'country', ['DE']]]
  const panel = { metrics: ['revenue'], dimensions: ['source'], model: 'linear' }
  const reading = readingOf({ ...panel, dateRange, filters })
  expect(readingOf({ dateRange, filters, dimension: 'channel', models: ['first'] })).toBe(reading)
  expect(readingOf({ dateRange: '7d', filters })).not.toBe(reading)
  expect(readingOf({ dateRange, filters: [] })).not.toBe(reading)
  expect(readingOf({ dateRange, filters, lookback: 7 })).not.toBe(reading)
})

it.each(filtered)(
  'a panel whose groups need too much memory together with their total is answered: %s',
  async (_, filters) => {
    const { engine } = counting((sql) => sql.includes('grouping sets'))
    const together = await Promise.all(panels.map((panel) => answerOf(engine, panel, filters)))
    expect(together).toEqual(await answersAlone(filters))
  },
)

it('panels that need too much memory in one pass are answered in several, the first before the last begins', async () => {
  const sets = (sql: string) =>
    /group by grouping sets \((.*)\)/.exec(sql)?.[1]?.split('), (') ?? []
  // Two panels and their total.
  const { engine, asked } = counting((sql) => sets(sql).length > 3)
  const passes = () => asked.filter((name) => name === 'visit-figures').length
  const answered = await Promise.all(
    ['source', 'channel', 'country', 'browser', 'device', 'os'].map(async (dimension) => {
      await answerOf(engine, { metrics: ['sessions'], dimensions: [dimension] }, noFilter)
      return passes()
    }),
  )
  // Six, three of them, two, the third, the other three, two of them, the last.
  expect(passes()).toBe(7)
  expect(Math.min(...answered)).toBeLessThan(7)
  const { engine: sparing } = counting((sql) => sets(sql).length > 3)
  const together = await Promise.all(panels.map((panel) => answerOf(sparing, panel, noFilter)))
  expect(together).toEqual(await answersAlone(noFilter))
})

it('panels whose pass takes too long are refused without another one', async () => {
  const { engine, asked } = counting((sql) => sql.includes('grouping sets'), 159)
  const dimensions = ['source', 'country', 'browser']
  const answers = await Promise.allSettled(
    dimensions.map((dimension) =>
      answerOf(engine, { metrics: ['sessions'], dimensions: [dimension] }, noFilter),
    ),
  )
  expect(answers).toMatchObject(dimensions.map(() => ({ reason: { code: 159 } })))
  expect(asked.filter((name) => name === 'visit-figures')).toHaveLength(1)
})

it('a panel that fails alone leaves the others their answers', async () => {
  const { engine } = counting(
    (sql) => sql.includes('grouping sets') || sql.includes('country as key'),
  )
  const together = await Promise.allSettled(
    panels.map((panel) => answerOf(engine, panel, noFilter)),
  )
  const failed = together.filter(({ status }) => status === 'rejected')
  expect(failed).toMatchObject([{ reason: { code: 241 } }])
})
