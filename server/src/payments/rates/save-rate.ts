import { isDeepStrictEqual } from 'node:util'
import { command } from '../../store/control/command.ts'
import { addHistory } from '../rows/payment-parts.ts'
import { type PaymentRate, savePaymentRate } from '../rows/payment-rate-rows.ts'
import { rateNumber } from './convert.ts'

interface NewRate {
  before: PaymentRate | undefined
  after: PaymentRate
  nowMs: number
}

/** Stores the rate that a payment is converted at; the previous one goes to the payment's history. */
export const saveRate = command('save-rate', async (db, { before, after, nowMs }: NewRate) => {
  await savePaymentRate(db, after)
  if (before === undefined || isDeepStrictEqual(shown(before), shown(after))) return
  const details = { field: 'rate', from: shown(before), to: shown(after) }
  const entry = { atMs: nowMs, source: 'rates', kind: 'changed', details } as const
  await addHistory(db, after.paymentId, [entry])
})

function shown(rate: PaymentRate) {
  return rate.day === '' ? null : { currency: rate.to, rate: rateNumber(rate), rateDay: rate.day }
}
