import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLongForm } from '../../test/long-form.ts'
import {
  aSubscriptionLife,
  type SubscriptionChange,
} from '../../test/providers/stripe-subscription.ts'
import {
  stripeSubscriptionReading,
  stripeSubscriptions,
} from '../providers/stripe-subscriptions.ts'
import { foldSubscription, type StoredFact } from './fold-subscription.ts'
import type { SubscriptionFact } from './subscription-fact.ts'

const began = Date.UTC(2026, 0, 5, 10) / 1000
const day = 86_400

const change = fc.record<SubscriptionChange>(
  {
    // Some within an hour of the one before, and some within the same second.
    afterDays: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(0, 0.01)),
    cents: fc.constantFrom(900, 2900, 4999),
    quantity: fc.integer({ min: 1, max: 4 }),
    interval: fc.constantFrom('month', 'year'),
    status: fc.constantFrom('active', 'active', 'past_due', 'paused', 'canceled'),
  },
  { requiredKeys: ['afterDays'] },
)

const life = fc
  .record({ trialDays: fc.constantFrom(0, 0, 14), changes: fc.array(change, { maxLength: 6 }) })
  .map((given) => aSubscriptionLife('sub_1', began, given))
  // A change there and back and there again within one second cannot be told apart.
  .filter(({ events }) => new Set(events.map((one) => JSON.stringify(one))).size === events.length)

function eventFacts(event: object): SubscriptionFact[] {
  const { type } = event as { type: string }
  return stripeSubscriptions({ key: '', type, isTest: false, body: { ...event } })
}

const stored = (fact: SubscriptionFact, readMs = 0): StoredFact => ({
  ...fact,
  atMs: fact.atMs ?? readMs,
})

/** The amounts paid, with the time of each change. */
function paid(facts: readonly StoredFact[]) {
  const points = foldSubscription(facts)?.points ?? []
  const changes: { atMs: number; monthlyMinor: number }[] = []
  for (const { atMs, monthlyMinor } of points) {
    if ((changes.at(-1)?.monthlyMinor ?? 0) !== monthlyMinor) changes.push({ atMs, monthlyMinor })
  }
  return changes
}

describe('the history of a subscription', () => {
  it('is the true one after events in any order and readings of the account at any time', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 300 * day }), { maxLength: 4 })
    const cases = fc.tuple(life, moments).chain(([lived, read]) => {
      const readings = read.flatMap((after) => {
        const object = lived.at(began + after)
        return object === undefined
          ? []
          : stripeSubscriptionReading(object).map((fact) => stored(fact, (began + after) * 1000))
      })
      const events = lived.events.flatMap(eventFacts).map((fact) => stored(fact))
      const all = [...events, ...readings]
      const order = fc.shuffledSubarray(all, { minLength: all.length })
      return fc.record({ lived: fc.constant(lived), order })
    })
    fc.assert(
      fc.property(cases, ({ lived, order }) => {
        expect(paid(order)).toEqual(lastOfEach(lived.truth))
      }),
      { numRuns: inLongForm(5000, 300) },
    )
  })

  it('ends in the last state of a second in which an update that changes nothing was sent', () => {
    const lived = aSubscriptionLife('sub_1', began, {
      changes: [
        { afterDays: 0, interval: 'year' },
        { afterDays: 1, interval: 'month' },
        { afterDays: 0 },
        { afterDays: 0, interval: 'year' },
      ],
    })
    const facts = lived.events.flatMap(eventFacts).map((fact) => stored(fact))
    const orders = fc.shuffledSubarray(facts, { minLength: facts.length })
    fc.assert(
      fc.property(orders, (order) => {
        expect(paid(order)).toEqual(lastOfEach(lived.truth))
      }),
    )
  })

  it('is that of the events alone when the first ones were never received', () => {
    const lived = aSubscriptionLife('sub_1', began, {
      trialDays: 14,
      changes: [
        { afterDays: 40, cents: 4999 },
        { afterDays: 30, quantity: 2 },
      ],
    })
    const [, , , last] = lived.events
    // The event contains the previous state, but not since when it applied.
    expect(paid(eventFacts(last as object).map((fact) => stored(fact)))).toEqual([
      { atMs: (began + 14 * day) * 1000, monthlyMinor: 4999 },
      { atMs: (began + 84 * day) * 1000, monthlyMinor: 9998 },
    ])
  })

  it('comes from one reading of the account: its start, its trial and its end', () => {
    const lived = aSubscriptionLife('sub_1', began, {
      trialDays: 14,
      changes: [{ afterDays: 90, status: 'canceled' }],
    })
    const reading = stripeSubscriptionReading(lived.at(began + 200 * day) ?? {})
    const facts = reading.map((fact) => stored(fact, (began + 200 * day) * 1000))
    expect(paid(facts)).toEqual(lived.truth)
  })

  it('begins on the day to which a subscription was back-dated', () => {
    const lived = aSubscriptionLife('sub_1', began)
    const [created] = lived.events
    const object = { ...lived.at(began), start_date: began - 30 * day }
    const facts = eventFacts({ ...created, data: { object } }).map((fact) => stored(fact))
    expect(paid(facts)).toEqual([{ atMs: (began - 30 * day) * 1000, monthlyMinor: 2900 }])
  })

  it('has a discount while it lasts, whose size a later event may say', () => {
    const lived = aSubscriptionLife('sub_1', began)
    const [created] = lived.events
    const object = { ...lived.at(began), discounts: ['di_1'] }
    const facts = eventFacts({ ...created, data: { object } })
    expect(foldSubscription(facts.map((fact) => stored(fact)))?.points).toMatchObject([
      { monthlyMinor: 2900, unknownDiscounts: 1 },
    ])
    const coupon = { percent_off: 12.5, duration: 'repeating' }
    const end = began + 61 * day
    const discount = { id: 'di_1', object: 'discount', subscription: 'sub_1', coupon, end }
    const type = 'customer.discount.created'
    const said = eventFacts({ type, created: began + 2, data: { object: discount } })
    // 29.00 less 12.5 %, half a cent rounded up.
    expect(paid([...facts, ...said].map((fact) => stored(fact)))).toEqual([
      { atMs: began * 1000, monthlyMinor: 2538 },
      { atMs: end * 1000, monthlyMinor: 2900 },
    ])
  })
})

/** Of what changed several times in one moment, the last counts. */
function lastOfEach(truth: { atMs: number; monthlyMinor: number }[]) {
  const last = truth.filter(({ atMs }, index) => truth[index + 1]?.atMs !== atMs)
  return last.filter(
    ({ monthlyMinor }, index) => monthlyMinor !== (last[index - 1]?.monthlyMinor ?? 0),
  )
}
