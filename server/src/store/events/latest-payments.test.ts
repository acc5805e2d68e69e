import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { migrateEvents } from './migrate.ts'
import type { PaymentEntry } from './payment-entry.ts'
import { paymentEntryLine } from './payment-entry-line.ts'
import { latestPayments } from './queries/latest-payments.ts'

let embedded: TestEngine
let sites = 0

beforeAll(async () => {
  embedded = await startTestEngine()
  await migrateEvents(embedded.engine)
})
afterAll(() => embedded?.remove())

/** A version of a payment, or of a refund of it, in a site where minutes are few. */
const version = fc.record({
  payment: fc.integer({ min: 0, max: 5 }),
  minute: fc.integer({ min: 0, max: 9 }),
  amountMinor: fc.constantFrom(0, 100, 250),
  isRefund: fc.boolean(),
  removed: fc.boolean(),
})
type Version = Parameters<Parameters<(typeof version)['map']>[0]>[0]

function entryOf(siteId: string, made: Version, number: number): PaymentEntry {
  const atMs = Date.UTC(2026, 10, 20) + made.minute * 60_000
  return {
    siteId,
    paymentId: `pay_${made.payment}`,
    entryId: made.isRefund ? 'refund:r' : 'payment',
    kind: made.isRefund ? 'refund' : 'payment',
    atMs,
    paidAtMs: atMs,
    pathAtMs: atMs,
    amountMinor: made.amountMinor,
    currency: 'EUR',
    reportingCurrency: '',
    reportingMinor: 0,
    rate: 0,
    rateDay: '',
    provider: 'stripe',
    renewal: false,
    trial: false,
    product: '',
    customer: '',
    subscription: '',
    intervalMonths: 0,
    visitorId: `v${number}`,
    pathVisitorIds: [],
    linkMethod: 'none',
    removed: made.removed,
    version: number,
  }
}

/** The newest version of each entry decides; of those that count, the latest come first. */
function slowly(entries: readonly PaymentEntry[], fromMs: number, toMs: number, limit: number) {
  const newest = new Map(entries.map((entry) => [`${entry.paymentId} ${entry.entryId}`, entry]))
  return [...newest.values()]
    .filter(({ kind, removed, amountMinor }) => kind === 'payment' && !removed && amountMinor > 0)
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .sort((a, b) => b.atMs - a.atMs || (a.paymentId < b.paymentId ? -1 : 1))
    .slice(0, limit)
    .map(({ paymentId, atMs, amountMinor, visitorId }) => [paymentId, atMs, amountMinor, visitorId])
}

it('lists the latest payments, whichever of them changed or were removed', async () => {
  const question = fc.record({
    versions: fc.array(version, { minLength: 1, maxLength: 16 }),
    from: fc.integer({ min: 0, max: 5 }),
    limit: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(question, async ({ versions, from, limit }) => {
      const siteId = `site-${++sites}`
      const entries = versions.map((made, index) => entryOf(siteId, made, index + 1))
      const half = entries.length >> 1
      // Two inserts, so that versions of a payment lie in several parts.
      for (const some of [entries.slice(0, half), entries.slice(half)]) {
        if (some.length === 0) continue
        const lines = Buffer.from(some.map(paymentEntryLine).join(''))
        const deduplicationToken = `${siteId}-${some[0]?.version}`
        await embedded.engine.insertLines('payment_entries', lines, { deduplicationToken })
      }
      const fromMs = Date.UTC(2026, 10, 20) + from * 60_000
      const toMs = Date.UTC(2026, 10, 20) + 8 * 60_000
      const scope = { site: siteId, from: fromMs, to: toMs, limit }
      const found = await latestPayments(embedded.engine, scope)
      expect(
        found.map(({ paymentId, atMs, amountMinor, visitorId }) => [
          paymentId,
          atMs,
          amountMinor,
          visitorId,
        ]),
      ).toEqual(slowly(entries, fromMs, toMs, limit))
    }),
    { numRuns: 60 },
  )
}, 120_000)
