import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../../time/durations.ts'
import type { Payment } from '../rows/payment.ts'
import { type Comparable, pairDuplicates, sameMoneyWithinMs } from './pair-duplicates.ts'

/** A payment of 29.00 USD with only the compared fields. */
function payment(
  id: string,
  provider: string,
  { ids = [], ...fields }: Partial<Payment> & { ids?: string[] } = {},
): Comparable {
  const whole = {
    ...{ id, provider, providerPaymentId: id, amountMinor: 2900, currency: 'USD' },
    ...{ paidAtMs: 1_790_000_000_000, emailHash: 'ana', isCountedByHand: false, ...fields },
  }
  return { payment: whole as Payment, ids: new Set(ids) }
}

const atShop = (id: string, fields = {}) => payment(id, 'woocommerce', fields)
const atStripe = (id: string, fields = {}) => payment(id, 'stripe', fields)
const pairsOf = (...payments: Comparable[]) =>
  Object.fromEntries(pairDuplicates('woocommerce', payments))

describe('a payment of another system repeats one of the primary', () => {
  it('when amount, currency, day and address are the same', () => {
    expect(pairsOf(atShop('w1'), atStripe('s1'))).toEqual({ s1: { paymentId: 'w1', by: 'email' } })
  })

  it('when an id is shared, whatever the addresses', () => {
    const shop = atShop('w1', { ids: ['pi_1'], emailHash: 'ana' })
    const stripe = atStripe('s1', { ids: ['pi_1', 'ch_1'], emailHash: null })
    expect(pairsOf(shop, stripe)).toEqual({ s1: { paymentId: 'w1', by: 'id' } })
  })

  it.each([
    ['another amount', { amountMinor: 2901 }],
    ['another currency', { currency: 'EUR' }],
    ['another address', { emailHash: 'ben' }],
    ['no address', { emailHash: null }],
    ['more than a day between', { paidAtMs: 1_790_000_000_000 + sameMoneyWithinMs + 1 }],
    ['a person who counts it', { isCountedByHand: true }],
  ])('but not with %s', (_what, fields) => {
    expect(pairsOf(atShop('w1'), atStripe('s1', fields))).toEqual({})
  })

  it('but not when both are of the primary, or neither is, or nothing was paid', () => {
    expect(pairsOf(atShop('w1'), atShop('w2'))).toEqual({})
    expect(pairsOf(atStripe('s1'), payment('p1', 'paypal'))).toEqual({})
    expect(pairsOf(atShop('w1', { amountMinor: 0 }), atStripe('s1', { amountMinor: 0 }))).toEqual(
      {},
    )
  })

  it('once, so that a second purchase of the day counts', () => {
    const later = { paidAtMs: 1_790_000_000_000 + hourMs }
    expect(pairsOf(atShop('w1'), atStripe('s1'), atStripe('s2', later))).toEqual({
      s1: { paymentId: 'w1', by: 'email' },
    })
    expect(
      pairsOf(atShop('w1'), atShop('w2', later), atStripe('s1'), atStripe('s2', later)),
    ).toEqual({
      s1: { paymentId: 'w1', by: 'email' },
      s2: { paymentId: 'w2', by: 'email' },
    })
  })

  it('once for each other system', () => {
    expect(pairsOf(atShop('w1'), atStripe('s1'), payment('c1', 'chargebee'))).toEqual({
      s1: { paymentId: 'w1', by: 'email' },
      c1: { paymentId: 'w1', by: 'email' },
    })
  })

  it('prefers a shared id to a nearer time', () => {
    const near = atStripe('s1')
    const far = atStripe('s2', { paidAtMs: 1_790_000_000_000 + hourMs, ids: ['pi_1'] })
    expect(pairsOf(atShop('w1', { ids: ['pi_1'] }), near, far)).toEqual({
      s2: { paymentId: 'w1', by: 'id' },
    })
  })
})

it('finds the same pairs in any order, and pairs no payment twice', () => {
  const some = fc.array(
    fc.record({
      provider: fc.constantFrom('woocommerce', 'stripe', 'chargebee'),
      paidAtMs: fc.integer({ min: 0, max: 72 }).map((hour) => 1_790_000_000_000 + hour * hourMs),
      emailHash: fc.constantFrom('ana', 'ben', null),
      ids: fc.subarray(['a', 'b', 'c']),
    }),
    { maxLength: 9 },
  )
  const orders = some.chain((list) => {
    const payments = list.map(({ provider, ...fields }, index) =>
      payment(`p${index}`, provider, fields),
    )
    return fc.tuple(
      fc.constant(payments),
      fc.shuffledSubarray(payments, { minLength: payments.length }),
    )
  })
  fc.assert(
    fc.property(orders, ([payments, shuffled]) => {
      const found = pairDuplicates('woocommerce', payments)
      expect(Object.fromEntries(pairDuplicates('woocommerce', shuffled))).toEqual(
        Object.fromEntries(found),
      )
      const places = [...found].map(([id, { paymentId }]) =>
        [payments.find((one) => one.payment.id === id)?.payment.provider, paymentId].join(),
      )
      expect(new Set(places).size).toBe(places.length)
    }),
  )
})
