import { randomUUID } from 'node:crypto'
import { dimensions, filterOperators, metrics, models } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventLine } from '../store/events/event-line.ts'
import { paymentEntryLine } from '../store/events/payment-entry-line.ts'
import { buildAllSessions } from '../store/events/sessions/build-sessions.ts'
import { randomTraffic, type Traffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { type SlowQuestion, slowReport } from '../test/slow-report.ts'

/*
 * Random traffic of ten days around the night on which Berlin's clocks went back, asked about in every
 * way and compared with the slow report.
 */
const range = { first: '2026-10-21', last: '2026-10-28' }
const traffic = { seed: 7, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 300 }
const berlin = 'Europe/Berlin'
const dimensionNames = Object.keys(dimensions)
const times = ['hour', 'day', 'week', 'month']
const filterNames = dimensionNames.filter((name) => !times.includes(name))
const metricNames = Object.keys(metrics)
const metricsOfGoals = ['visitors', 'sessions', 'goals']

let server: TestServer
let site: { id: string; key: string }
let made: Traffic

beforeAll(async () => {
  server = await startTestServer()
  const { site: created, key } = await server.aSite({ currency: 'EUR' })
  site = { id: created.id, key }
  made = randomTraffic(site.id, traffic)
  await insert(made)
})

afterAll(() => server?.close())

async function insert({ events, entries }: Traffic, token: string = randomUUID()): Promise<void> {
  const { engine } = server.services
  await engine.insertLines('events', Buffer.from(events.map(eventLine).join('')), {
    deduplicationToken: `events-${token}`,
  })
  await engine.insertLines('payment_entries', Buffer.from(entries.map(paymentEntryLine).join('')), {
    deduplicationToken: `entries-${token}`,
  })
}

async function ask(question: Partial<SlowQuestion>, more: object = {}) {
  const { dimension, zone = berlin, filters = [] } = question
  const reply = await server.request('POST', '/api/v1/query', {
    key: site.key,
    body: {
      metrics: dimension === 'goal' ? metricsOfGoals : metricNames,
      ...(dimension !== undefined && { dimensions: [dimension] }),
      dateRange: [question.first ?? range.first, question.last ?? range.last],
      timezone: zone,
      filters,
      limit: 1000,
      ...more,
    },
  })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: { rows: Row[]; totals: Row; unconverted?: unknown } }).data
}

type Row = Record<string, string | number | null>

async function expectAgreement(question: Partial<SlowQuestion>): Promise<void> {
  const whole = { dimension: undefined, zone: berlin, filters: [], ...range, ...question }
  const answer = await ask(whole)
  const slow = slowReport(made, whole)
  const names = whole.dimension === 'goal' ? metricsOfGoals : metricNames
  expect(comparable(answer.rows, whole.dimension, names)).toEqual(
    comparable(slow.rows, whole.dimension, names),
  )
  const totals: Row = slow.totals
  expect(answer.totals).toEqual(Object.fromEntries(names.map((name) => [name, totals[name]])))
}

/** Rows in a fixed order; steps of time in which nothing happened are there for charts alone. */
function comparable(rows: readonly Row[], dimension: string | undefined, names: string[]): Row[] {
  const isEmpty = (row: Row) => names.every((name) => !row[name])
  return rows
    .map((row) =>
      Object.fromEntries(
        [dimension ?? '', ...names].flatMap((name) => (name ? [[name, row[name] ?? null]] : [])),
      ),
    )
    .filter((row) => !isEmpty(row))
    .sort((a, b) => (String(a[dimension ?? '']) < String(b[dimension ?? '']) ? -1 : 1))
}

const texts = ['', 'google', 'Direct', "o'brien \\'; drop table events; --", 'SE', '/pricing']
const moreTexts = [
  '100%',
  'a_b',
  'mobile',
  'signup',
  'Ä',
  '{site:String}',
  "') or 1=1 --",
  '\\',
  '%',
]

describe('every metric by', () => {
  it.each(dimensionNames)('%s is what the slow report counts', async (dimension) => {
    await expectAgreement({ dimension })
  })

  it.each(dimensionNames)('%s is that under every kind of filter', async (dimension) => {
    const offset = dimensionNames.indexOf(dimension)
    for (const [index, operator] of filterOperators.entries()) {
      const name = filterNames[(offset + index * 5) % filterNames.length] as string
      const isText = operator === 'contains' || operator === 'does_not_contain'
      const values = isText ? ['oo', 'PRI', 'se', '%'] : [...texts, ...moreTexts]
      await expectAgreement({ dimension, filters: [[operator, name, values]] })
    }
  })
})

describe('totals', () => {
  it.each(filterNames)('agree under each filter by %s', async (name) => {
    const offset = filterNames.indexOf(name)
    for (const [index, operator] of filterOperators.entries()) {
      const values = index < 2 ? [...texts, ...moreTexts] : moreTexts
      // Every text meets every operator, though not for every dimension: a question takes 0.1 s.
      for (const value of values.filter((_, at) => (at + offset + index) % 5 === 0)) {
        await expectAgreement({ filters: [[operator, name, [value]]] })
      }
    }
  })

  it('agree under several filters at once', async () => {
    await expectAgreement({
      dimension: 'day',
      filters: [
        ['is', 'page', ['/pricing']],
        ['is_not', 'goal', ['signup']],
        ['contains', 'source', ['O']],
        ['is_not', 'country', ['IN']],
      ],
    })
  })
})

describe('time', () => {
  const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']
  it.each(zones)('is that of %s', async (zone) => {
    for (const dimension of times) await expectAgreement({ dimension, zone })
  })

  it('has 25 hours on the day when clocks go back, and none when nothing is asked', async () => {
    const day = { first: '2026-10-25', last: '2026-10-25' }
    const { rows } = await ask({ dimension: 'hour', ...day })
    expect(rows).toHaveLength(25)
    const expected = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']
    expect(rows.slice(2, 4).map(({ hour }) => hour)).toEqual(expected)
    await expectAgreement({ dimension: 'hour', ...day })
  })
})

describe('money', () => {
  it.each(models)('adds up to the cent by %s', async (model) => {
    const { revenue } = (await ask({})).totals
    for (const dimension of ['source', 'page', 'day', 'country']) {
      const { rows, totals } = await ask({ dimension }, { model })
      const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.revenue) * 100), 0)
      expect(cents).toBe(Math.round(Number(revenue) * 100))
      expect(totals.revenue).toBe(revenue)
    }
  })

  it('leaves other currencies out and names them', async () => {
    const yen = made.entries
      .filter(({ currency, atMs }) => currency === 'JPY' && inRange(atMs))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect((await ask({})).unconverted).toEqual([{ currency: 'JPY', amount: yen }])
  })

  it('is neither doubled nor changed by builds, late events and repeated inserts', async () => {
    const before = await ask({ dimension: 'source' })
    const { engine } = server.services
    expect(await buildAllSessions(engine)).toBeGreaterThan(5)
    expect(await ask({ dimension: 'source' })).toEqual(before)
    for (const dimension of dimensionNames) await expectAgreement({ dimension })

    const late = randomTraffic(site.id, { ...traffic, seed: 8, visits: 20 })
    const lateEvents = late.events.map((event) => ({
      ...event,
      sessionId: `late-${event.sessionId}`,
    }))
    await insert({ events: lateEvents, entries: [] }, 'late')
    await insert({ events: lateEvents, entries: [] }, 'late')
    made = { events: [...made.events, ...lateEvents], entries: made.entries }
    for (const dimension of dimensionNames) await expectAgreement({ dimension })
  })
})

function inRange(ms: number): boolean {
  return ms >= Date.parse('2026-10-20T22:00:00Z') && ms < Date.parse('2026-10-28T23:00:00Z')
}
