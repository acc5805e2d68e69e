import { randomUUID } from 'node:crypto'
import {
  type FilterInput,
  models,
  type QueryAnswer,
  type ReportRow,
} from '@tributary/contract/query.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import type { PaymentEntry } from '../payments/queries/payment-entry.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { eventLine } from '../store/events/event-line.ts'
import { anEvent } from '../test/an-event.ts'
import { inLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs } from '../time/durations.ts'

/* Laws of every attribution model, tested with 900 people whose journeys cover seven channels. */

const lastMs = Date.UTC(2026, 9, 30, 12)
const channels = 'Direct,Email,Referral,Paid Search,Organic Search,Display,Affiliates'.split(',')

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer()
  const { site, key: token } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  key = token
  const people = Array.from({ length: 900 }, (_, index) => aPerson(site.id, index))
  await insert('events', people.flatMap(({ events }) => events).map(eventLine))
  const entries = people.flatMap((person) => person.entries)
  await insertPaymentEntries(server.services.engine, entries)
})
afterAll(() => server?.close())

async function insert(table: string, lines: string[]): Promise<void> {
  const { engine } = server.services
  await engine.insertLines(table, Buffer.from(lines.join('')), { deduplicationToken: randomUUID() })
}

/** Everybody has one to six visits, two of three pay once, in one of two currencies; some renew or get a refund. */
function aPerson(siteId: string, index: number) {
  const visitorId = `person-${index}`
  const digit = (place: number) => Math.floor((index * 2_654_435_761) / 10 ** place) % 10
  const events = Array.from({ length: 1 + (digit(1) % 6) }, (_, visit): StoredEvent => {
    const channel = channels[(digit(visit) + visit * index) % channels.length] ?? ''
    const isDirect = channel === 'Direct'
    return anEvent({
      siteId,
      visitorId,
      sessionId: `${visitorId}-${visit}`,
      timestampMs: lastMs - (25 - 3 * visit) * dayMs + index * 1000,
      touch: isDirect ? 'direct' : 'source',
      channel: isDirect ? '' : channel,
      source: isDirect ? '' : `${channel} ${digit(visit) % 2}`,
    })
  })
  const paidAtMs = lastMs - (digit(2) % 5) * dayMs
  const currency = digit(3) < 3 ? 'USD' : digit(3) < 6 ? 'SEK' : 'EUR'
  const payment = {
    ...aPayment(siteId, visitorId),
    ...{ atMs: paidAtMs, paidAtMs, pathAtMs: paidAtMs, currency },
    amountMinor: 997 + 101 * digit(4),
    reportingMinor: 1007 + 97 * digit(4),
  }
  const refund = {
    ...payment,
    entryId: 'refund:1',
    kind: 'refund' as const,
    amountMinor: -499,
    reportingMinor: -503,
  }
  const renewal = { ...payment, paymentId: `renewal of ${visitorId}`, renewal: true }
  const entries: PaymentEntry[] = index % 3 === 0 ? [] : [payment]
  if (index % 9 === 1) entries.push(refund)
  if (index % 7 === 1 && index % 3 !== 0) entries.push(renewal)
  return { events, entries }
}

function aPayment(siteId: string, visitorId: string): PaymentEntry {
  return {
    siteId,
    paymentId: `payment of ${visitorId}`,
    entryId: 'payment',
    kind: 'payment',
    atMs: lastMs,
    paidAtMs: lastMs,
    pathAtMs: lastMs,
    amountMinor: 1000,
    currency: 'EUR',
    reportingCurrency: 'EUR',
    reportingMinor: 1000,
    rate: 1,
    rateDay: '',
    ...{ taxMinor: 167, taxKnown: true, feeMinor: 59, feesKnown: visitorId.length % 2 === 0 },
    ...{ reportingTaxMinor: 167, reportingFeeMinor: 59 },
    provider: visitorId.endsWith('7') ? 'stripe' : 'paddle',
    renewal: false,
    trial: false,
    product: visitorId.length > 9 ? 'Pro' : '',
    customer: '',
    subscription: '',
    intervalMonths: 0,
    visitorId,
    pathVisitorIds: [visitorId],
    linkMethod: visitorId.endsWith('3') ? 'time' : 'ids',
    removed: false,
    version: 1,
  }
}

const money = ['revenue', 'refunds', 'tax', 'fees', 'takeHome'] as const
const metrics = [...money, 'payments', 'newCustomers', 'customers'] as const

async function ask(more: object): Promise<QueryAnswer> {
  const reply = await server.request('POST', '/api/v1/query', {
    key,
    body: { metrics, dateRange: ['2026-10-01', '2026-10-31'], limit: 1000, ...more },
  })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: QueryAnswer }).data
}

type Figures = Record<(typeof metrics)[number], number>

const figuresOf = (row: ReportRow | undefined): Figures =>
  Object.fromEntries(metrics.map((name) => [name, Number(row?.[name] ?? 0)])) as Figures

function sumOf(rows: readonly (ReportRow | undefined)[]): Figures {
  const sum = (name: keyof Figures) =>
    rows.reduce((total, row) => total + Number(row?.[name] ?? 0), 0)
  return Object.fromEntries(metrics.map((name) => [name, sum(name)])) as Figures
}

/** Money to the cent, counts up to the error of rounding each row to six places. */
function expectSame(found: Figures, expected: Figures): void {
  for (const name of metrics) {
    const isMoney = money.some((one) => one === name)
    expect(found[name], name).toBeCloseTo(expected[name], isMoney ? 6 : 3)
  }
}

describe('rows', () => {
  it.each(models)('by %s add up to the totals in every metric that is credited', async (model) => {
    for (const dimension of ['channel', 'source', 'entryPage']) {
      const { rows, totals, modelFallback } = await ask({ model, dimensions: [dimension] })
      expect(modelFallback).toBeUndefined()
      expectSame(sumOf(rows), figuresOf(totals))
    }
  })

  it('give a source that led to one payment twice both of its parts of a customer', async () => {
    const { site, key: token } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
    const visits = ['one', 'one', 'two'].map((source, index) =>
      anEvent({
        ...{ siteId: site.id, visitorId: 'ada', sessionId: `ada-${index}`, touch: 'source' },
        ...{ source, channel: 'Referral', timestampMs: lastMs - (3 - index) * dayMs },
      }),
    )
    await insert('events', visits.map(eventLine))
    await insertPaymentEntries(server.services.engine, [aPayment(site.id, 'ada')])
    const reply = await server.request('POST', '/api/v1/query', {
      key: token,
      body: {
        metrics: ['payments', 'newCustomers', 'customers', 'conversionRate'],
        ...{ dimensions: ['source'], model: 'linear', dateRange: ['2026-10-01', '2026-10-31'] },
      },
    })
    const { rows } = (reply.body as { data: QueryAnswer }).data
    const twoThirds = { payments: 0.666667, newCustomers: 0.666667, customers: 0.666667 }
    expect(rows.find(({ source }) => source === 'one')).toMatchObject({
      ...twoThirds,
      conversionRate: 0.666667,
    })
  })
})

it('names the range with too little data for a model', async () => {
  const { modelFallback, comparison } = await ask({ model: 'markov', compare: 'previous' })
  expect(modelFallback).toBeUndefined()
  expect(comparison?.modelFallback).toMatchObject({ used: 'linear' })
})

describe('payment filters', () => {
  const filters: FilterInput[] = [
    ['is', 'currency', ['EUR', 'USD']],
    ['is', 'provider', ['stripe']],
    ['is', 'linkMethod', ['time']],
    ['is', 'planKind', ['renewal']],
    ['contains', 'product', ['Pro']],
    ['is', 'customerType', ['new']],
  ]

  it('keep the credit of each payment: what passes and what does not add up to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...models),
        fc.subarray(filters, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('channel', 'source', undefined),
        async (model, chosen, dimension) => {
          const dimensions = dimension === undefined ? [] : [dimension]
          const asked = { model, dimensions }
          const [all, passing, others] = await Promise.all([
            ask(asked),
            ask({ ...asked, filters: chosen }),
            ask({ ...asked, filters: [['not', ['and', chosen]]] }),
          ])
          expect([passing.modelFallback, others.modelFallback]).toEqual([undefined, undefined])
          const rowOf = ({ rows, totals }: QueryAnswer, name: unknown) =>
            dimension === undefined ? totals : rows.find((row) => row[dimension] === name)
          for (const row of dimension === undefined ? [all.totals] : all.rows) {
            const name = dimension && row[dimension]
            const parts = sumOf([rowOf(passing, name), rowOf(others, name)])
            // People are in both if one of their payments passes and another does not.
            expectSame({ ...parts, customers: Number(row.customers) }, figuresOf(row))
          }
        },
      ),
      { numRuns: inLongForm(10, 4) },
    )
  })
})
