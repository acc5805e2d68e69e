import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noCosts } from '../../test/no-costs.ts'
import type { PaymentEntry } from '../queries/payment-entry.ts'
import { convertEntries, convertMinor } from './convert.ts'

const usd = { from: 'USD', to: 'EUR', day: '2024-12-31', fromPerEur: '1.0389', toPerEur: '1' }
const yen = { ...usd, to: 'JPY', toPerEur: '163.06' }

describe('convertMinor', () => {
  it.each([
    [10_389, usd, 10_000],
    [-10_389, usd, -10_000],
    [1, usd, 1],
    [0, usd, 0],
    [10_389, yen, 16_306],
    [16_306, { ...yen, from: 'JPY', to: 'USD', fromPerEur: '163.06', toPerEur: '1.0389' }, 10_389],
    [1_000, { ...usd, from: 'KWD', to: 'USD', fromPerEur: '0.5', toPerEur: '1' }, 200],
  ])('%j at %j is %j', (amount, rate, expected) => {
    expect(convertMinor(amount, rate)).toBe(expected)
  })
})

describe('convertEntries', () => {
  it('leaves nothing of a payment that went back in any number of parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (amounts) => {
        const paid = amounts.reduce((sum, amount) => sum + amount, 0)
        const entries = [
          entry('payment', paid, 0),
          ...amounts.map((amount, index) => entry(`refund:${index}`, -amount, index + 1)),
        ]
        const converted = convertEntries(entries, 'EUR', usd)
        const sum = converted.reduce((all, one) => all + one.reportingMinor, 0)
        expect(sum).toBe(0)
        expect(converted.every((one) => one.rateDay === '2024-12-31')).toBe(true)
      }),
    )
  })

  it('counts a fee that is booked in the site’s currency as it is, and others at the payment’s rate', () => {
    const bookedFee = { currency: 'EUR', minor: 113 }
    const paid = { ...entry('payment', 10_000, 0), feeMinor: 118, taxMinor: 1_900 }
    const [booked] = convertEntries([{ ...paid, bookedFee }], 'EUR', usd)
    const [converted] = convertEntries([paid], 'EUR', usd)
    expect(booked?.reportingFeeMinor).toBe(113)
    expect(converted?.reportingFeeMinor).toBe(convertMinor(118, usd))
    expect(converted?.reportingTaxMinor).toBe(convertMinor(1_900, usd))
  })

  it('counts money without a rate in nothing but its own currency', () => {
    const [converted] = convertEntries([entry('payment', 100, 0)], 'EUR', undefined)
    expect(converted).toMatchObject({ reportingCurrency: '', reportingMinor: 0, amountMinor: 100 })
  })
})

function entry(entryId: string, amountMinor: number, atMs: number): PaymentEntry {
  return {
    siteId: 'site_1',
    paymentId: 'pay_1',
    entryId,
    kind: entryId === 'payment' ? 'payment' : 'refund',
    atMs,
    paidAtMs: 0,
    pathAtMs: 0,
    amountMinor,
    currency: 'USD',
    reportingCurrency: '',
    reportingMinor: 0,
    rate: 0,
    rateDay: '',
    ...noCosts,
    provider: 'stripe',
    product: '',
    customer: '',
    subscription: '',
    intervalMonths: 0,
    renewal: false,
    trial: false,
    visitorId: '',
    pathVisitorIds: [],
    linkMethod: 'none',
    removed: false,
    version: 1,
  }
}
