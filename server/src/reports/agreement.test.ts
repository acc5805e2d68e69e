import { randomUUID } from 'node:crypto'
import { paymentDimensions } from '@tributary/contract/metric-groups.ts'
import {
  dimensions,
  type FilterInput,
  filterOperators,
  type Metric,
  metrics,
  models,
} from '@tributary/contract/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import { eventLine } from '../store/events/event-line.ts'
import { inLongForm } from '../test/long-form.ts'
import { randomTraffic, type Traffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { isOfPayments } from '../test/slow-reports/slow-money.ts'
import { type SlowQuestion, slowReport } from '../test/slow-reports/slow-report.ts'
import { isOfMoneyAlone, metricsOfGoals } from './metric-needs.ts'

/*
 * Random traffic of ten days around the end of summer time in Berlin; reports of every form are compared with the
 * slow report.
 */
const range = { first: '2026-10-21', last: '2026-10-28' }
const traffic = { seed: 7, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 300 }
const berlin = 'Europe/Berlin'
const properties = ['property:plan', 'property:seats']
const dimensionNames = [...Object.keys(dimensions), ...properties]
const times = ['hour', 'day', 'week', 'month']
const filterNames = dimensionNames.filter((name) => !times.includes(name))
const visitFilters = filterNames.filter((name) => !isOfPayments(name))
const metricNames = Object.keys(metrics) as Metric[]

/** What can be counted by a dimension. */
function metricsBy(dimension: string | undefined): Metric[] {
  if (dimension === 'goal' || dimension?.startsWith('property:')) return [...metricsOfGoals]
  return isOfPayments(dimension ?? '') ? metricNames.filter(isOfMoneyAlone) : metricNames
}

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
  await insertPaymentEntries(engine, entries)
}

async function ask(question: Partial<SlowQuestion>, more: object = {}) {
  const { dimension, zone = berlin, filters = [] } = question
  const reply = await server.request('POST', '/api/v1/query', {
    key: site.key,
    body: {
      metrics: metricsBy(dimension),
      ...(dimension !== undefined && { dimensions: [dimension] }),
      dateRange: [question.first ?? range.first, question.last ?? range.last],
      timezone: zone,
      filters,
      ...(question.refundsOn && { refundsOn: question.refundsOn }),
      limit: 1000,
      ...more,
    },
  })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: { rows: Row[]; totals: Row; unconverted?: unknown } }).data
}

type Row = Record<string, string | number | boolean | null>

async function expectAgreement(
  question: Partial<SlowQuestion>,
  names = metricsBy(question.dimension),
): Promise<void> {
  const whole = { dimension: undefined, zone: berlin, filters: [], ...range, ...question }
  const answer = await ask(whole, { metrics: names })
  const slow = slowReport(made, whole)
  expect(comparable(answer.rows, whole.dimension, names)).toEqual(
    comparable(slow.rows, whole.dimension, names),
  )
  const totals: Row = slow.totals
  expect(answer.totals).toEqual(Object.fromEntries(names.map((name) => [name, totals[name]])))
}

/** Rows in a fixed order; empty steps of time are only added for charts. */
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

const texts = [
  ...['', 'google', 'Direct', "o'brien \\'; drop table events; --", 'SE', '/pricing', 'new'],
  ...['100%', 'a_b', 'mobile', 'signup', 'Ä', '{site:String}', "') or 1=1 --", '\\', '%'],
  ...['pro', '5', 'stripe', 'renewal', 'time', 'EUR', 'small', 'Pro'],
]
const parts = ['oo', 'PRI', 'se', '%', 'Ä', 'te', 'o']
const patterns = ['^g', 'o{2}|i.g$', '^$|e', "'brien \\\\'", '[A-Z]']

/** A condition of each kind in turn, on one dimension after the other. */
function leaf(turn: number, names: readonly string[]): FilterInput {
  const operator = filterOperators[
    turn % filterOperators.length
  ] as (typeof filterOperators)[number]
  const name = names[(turn * 5) % names.length] as string
  return [operator, name, valuesFor(operator, turn)]
}

function valuesFor(operator: string, turn: number): string[] {
  if (operator.startsWith('is')) return texts.filter((_, index) => (index + turn) % 3 !== 0)
  if (operator.includes('match')) return [patterns[turn % patterns.length] as string, '^5']
  return parts.filter((_, index) => (index + turn) % 2 === 0)
}

const hits = ['page', 'goal', ...properties]
const payments = [...paymentDimensions]

/** Filters of every form; the conditions in them change from test to test. */
const forms: ((turn: number) => FilterInput[])[] = [
  (turn) => [leaf(turn, visitFilters)],
  (turn) => [
    ['visitor', leaf(turn, visitFilters)],
    ['not', leaf(turn + 3, payments)],
  ],
  (turn) => [['hit', ['and', [leaf(turn, hits), ['not', leaf(turn + 1, hits)]]]]],
  (turn) => [
    [
      'or',
      [leaf(turn, visitFilters), ['and', [leaf(turn + 1, hits), leaf(turn + 2, visitFilters)]]],
    ],
    leaf(turn, payments),
  ],
  (turn) => [
    [
      'visitor',
      [
        'or',
        [
          ['hit', leaf(turn, hits)],
          ['not', leaf(turn + 4, visitFilters)],
        ],
      ],
    ],
    ['or', [leaf(turn + 2, payments), leaf(turn + 5, payments)]],
  ],
]

describe('every metric by', () => {
  // In the short form filters of every form still meet dimensions of every kind, and two of five dimensions are
  // tested.
  const every = inLongForm(1, 6)
  const filtered = dimensionNames.filter((_, turn) => turn % every === 0)
  const others = dimensionNames.filter((_, turn) => turn % 4 === 1)
  it.each(inLongForm(dimensionNames, others))(
    '%s equals what the slow report counts',
    async (dimension) => {
      // Recurring revenue is a question of its own, as expensive as all others.
      const asksMrr = inLongForm(true, others.indexOf(dimension) % 4 === 0)
      const names = metricsBy(dimension).filter((name) => name !== 'mrr' || asksMrr)
      await expectAgreement({ dimension }, names)
    },
  )

  it.each(filtered)('%s equals that under filters', async (dimension) => {
    const turn = dimensionNames.indexOf(dimension)
    // Tested with every second filter, recurring revenue meets every form.
    const asksMrr = filtered.indexOf(dimension) % 2 === 0
    const names = metricsBy(dimension).filter((name) => name !== 'mrr' || asksMrr)
    await expectAgreement({ dimension, filters: forms[turn % forms.length]?.(turn) ?? [] }, names)
  })
})

describe('totals', () => {
  // Those that are not simply a column.
  const worked = ['page', 'goal', 'property:seats', 'exitPage', 'source', 'visitorType', 'screen']
  it.each([...worked, ...payments])('agree under filters by %s', async (name) => {
    const turn = filterNames.indexOf(name)
    const operator = filterOperators[turn % filterOperators.length] ?? 'is'
    await expectAgreement({ filters: [[operator, name, valuesFor(operator, turn)]] })
  })

  it('agree when refunds count on the day of their payment', async () => {
    await expectAgreement({ dimension: 'day', refundsOn: 'payment' })
  })
})

describe('time', () => {
  const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']
  it.each(
    inLongForm(
      zones,
      zones.filter((zone) => /UTC|Howe/.test(zone)),
    ),
  )('is that of %s', async (zone) => {
    await expectAgreement({ dimension: zone === 'UTC' ? 'week' : 'hour', zone })
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
  it('adds up to the cent by every model', async () => {
    const filters: FilterInput[] = [['is_not', 'linkMethod', ['time']]]
    const { revenue } = (await ask({ filters })).totals
    for (const [turn, model] of models.entries()) {
      const dimensions = ['source', 'product']
      for (const dimension of inLongForm(dimensions, [dimensions[turn % 2] as string])) {
        const { rows, totals } = await ask({ dimension, filters }, { model })
        const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.revenue) * 100), 0)
        expect([model, cents]).toEqual([model, Math.round(Number(revenue) * 100)])
        expect([model, totals.revenue]).toEqual([model, revenue])
      }
    }
  })

  it('is the same by every model unless visits name or filter it, so that the dashboard asks once', async () => {
    const few = [undefined, 'day', 'linkMethod']
    const all = [undefined, ...times, ...paymentDimensions]
    const others = models.filter((model) => model !== 'last-non-direct')
    for (const dimension of inLongForm(all, few)) {
      const standard = await ask({ dimension })
      for (const [turn, model] of others.entries()) {
        if (inLongForm(false, turn % few.length !== few.indexOf(dimension))) continue
        const { rows, totals } = await ask({ dimension }, { model })
        expect([model, rows]).toEqual([model, standard.rows])
        expect([model, totals]).toEqual([model, standard.totals])
      }
    }
  })

  it('leaves other currencies out and names them', async () => {
    const yen = made.entries
      .filter(({ currency, reportingCurrency }) => currency === 'CLP' && reportingCurrency === '')
      .filter(({ atMs }) => inRange(atMs))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect((await ask({})).unconverted).toEqual([{ currency: 'CLP', amount: yen }])
  })

  it('is neither doubled nor changed by late events and repeated inserts', async () => {
    const some = ['source', 'exitPage', 'goal', 'day']
    const late = randomTraffic(site.id, { ...traffic, seed: 8, visits: 20 })
    const lateEvents = late.events.map((event) => ({
      ...event,
      sessionId: `late-${event.sessionId}`,
    }))
    await insert({ events: lateEvents, entries: [] }, 'late')
    await insert({ events: lateEvents, entries: [] }, 'late')
    made = { events: [...made.events, ...lateEvents], entries: made.entries }
    for (const dimension of some) await expectAgreement({ dimension })
  })
})

function inRange(ms: number): boolean {
  return ms >= Date.parse('2026-10-20T22:00:00Z') && ms < Date.parse('2026-10-28T23:00:00Z')
}
