import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../time/local-time.ts'
import { addUpMrr, mrrByPart } from './customer-mrr.ts'
import { periodsOf } from './mrr-cohorts.ts'
import { mrrFigures } from './mrr-figures.ts'
import { type DayMrr, mrrAt, sumMrr, sumMrrBy } from './mrr-movements.ts'

const start = '2026-01-01'
const days = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 0, 833, 2900, 49_999)), {
    maxLength: 8,
  })
  .map((changes): DayMrr[] =>
    [...new Map(changes.sort(([a], [b]) => a - b))].map(([after, minor]) => ({
      day: addDays(start, after),
      minor,
    })),
  )
const customers = fc.array(fc.array(days, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
const span = fc
  .tuple(fc.integer({ min: -5, max: 130 }), fc.integer({ min: 0, max: 60 }))
  .map(([from, length]) => ({ first: addDays(start, from), last: addDays(start, from + length) }))

const partsOfDays = fc.array(
  fc.record({
    minor: fc.constantFrom(0, 1, 999, 2901),
    parts: fc.array(
      fc.record({
        plan: fc.constantFrom('basic', 'pro', 'seats'),
        minor: fc.constantFrom(0, 1, 333, 2900),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 6 },
)

it('MRR by plan adds up to the MRR of each day, to the cent, and no plan is below 0', () => {
  fc.assert(
    fc.property(partsOfDays, (given) => {
      const days = given.map((one, index) => ({ ...one, day: addDays(start, index) }))
      const byPlan = [...mrrByPart(days, ({ plan }) => plan).values()]
      for (const { day, minor } of days) {
        const shares = byPlan.map((own) => mrrAt(own, day))
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(minor)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

describe('MRR movements', () => {
  it('lead from the MRR at the start of any span to that at its end, to the cent, and so do customers', () => {
    fc.assert(
      fc.property(customers, span, (subscriptions, { first, last }) => {
        const all = subscriptions.map((parts, index) => addUpMrr(String(index), parts))
        const sums = sumMrr(all, { first, last })
        const known = (day: string) =>
          subscriptions.flat().reduce((sum, part) => sum + mrrAt(part, day), 0)
        expect([sums.startMinor, sums.endMinor]).toEqual([known(addDays(first, -1)), known(last)])
        const figures = mrrFigures(sums, { first, last, currency: 'USD' })
        const cents = (major: number) => Math.round(major * 100)
        const gained = figures.newMrr + figures.expansionMrr + figures.reactivationMrr
        const lost = figures.contractionMrr + figures.churnedMrr
        expect(cents(figures.startMrr) + cents(gained) - cents(lost)).toBe(cents(figures.mrr))
        expect(
          figures.startCustomers +
            figures.newCustomers +
            figures.reactivatedCustomers -
            figures.churnedCustomers,
        ).toBe(figures.customers)
      }),
    )
  })

  it('of consecutive periods sum to those of the whole', () => {
    fc.assert(
      fc.property(customers, span, (subscriptions, whole) => {
        const all = subscriptions.map((parts, index) => addUpMrr(String(index), parts))
        const periods = periodsOf(whole, (day) => day.slice(0, 7))
        const parts = periods.map((one) => sumMrr(all, one))
        expect(sumMrrBy(all, periods)).toEqual(parts)
        const sum = sumMrr(all, whole)
        for (const kind of ['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const) {
          const inParts = parts.reduce((total, one) => total + one.movedMinor[kind], 0)
          expect(inParts).toBe(sum.movedMinor[kind])
        }
        expect(parts.at(-1)?.endMinor).toBe(sum.endMinor)
      }),
    )
  })

  it('are a customer’s, not a subscription’s: a change of plan by a second subscription is an expansion', () => {
    const old = [
      { day: '2026-01-05', minor: 2900 },
      { day: '2026-03-05', minor: 0 },
    ]
    const other = [{ day: '2026-03-05', minor: 4900 }]
    const one = addUpMrr('customer', [old, other])
    const sums = sumMrr([one], { first: '2026-03-01', last: '2026-03-31' })
    expect(sums).toMatchObject({
      movedMinor: { expansion: 2000, churn: 0, new: 0 },
      movedCustomers: { expansion: 1, churn: 0, new: 0 },
    })
  })

  it('tell a customer who comes back from a new one, and give the usual figures', () => {
    const back = [
      { day: '2025-10-01', minor: 1000 },
      { day: '2025-12-01', minor: 0 },
      { day: '2026-01-10', minor: 3000 },
    ]
    const lost = [
      { day: '2025-10-01', minor: 5000 },
      { day: '2026-01-20', minor: 0 },
    ]
    const stays = [{ day: '2025-10-01', minor: 5000 }]
    const all = [back, lost, stays].map((part, index) => addUpMrr(String(index), [part]))
    const january = { first: '2026-01-01', last: '2026-01-31' }
    const figures = mrrFigures(sumMrr(all, january), { ...january, currency: 'USD' })
    expect(figures).toMatchObject({
      ...{ startMrr: 100, reactivationMrr: 30, churnedMrr: 50, mrr: 80, customers: 2 },
      ...{ customerChurn: 0.5, revenueChurn: 0.5, netRevenueChurn: 0.2, quickRatio: 0.6 },
      arpu: 40,
    })
    // 31 days are 1.0185 months, so a month loses a little less than half.
    expect(figures.ltv).toBe(81.48)
  })
})
