import type { Site } from '../../site.ts'
import { findSiteRow } from '../../sites/site-rows.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { localDay } from '../../time/local-time.ts'
import type { FoundRate, RateQuestion } from '../rows/exchange-rate-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { deletePaymentRate, listPaymentRates, type PaymentRate } from '../rows/payment-rate-rows.ts'
import { type Rate, tryConvert } from './convert.ts'
import { findRate } from './find-rate.ts'
import { saveRate } from './save-rate.ts'

/** The currency that a payment is reported in, and the rate, unless the currency is its own or no rate is known. */
export interface Reporting {
  currency: string
  rate: Rate | undefined
}

/**
 * The currencies and rates that payments are reported in. A payment's rate is that of the day it was paid in the
 * site's time zone, or of the last day before that has one (banks rest on Sundays), and is stored. It only changes
 * with the rate of a nearer day or with the site's currency or time zone, which the history records.
 */
export async function ratePayments(
  control: ControlStore,
  payments: readonly Payment[],
  nowMs: number,
): Promise<Map<string, Reporting>> {
  const { db } = control
  const sites = new Map<string, Site>()
  for (const siteId of new Set(payments.map((payment) => payment.siteId))) {
    const site = await findSiteRow(db, siteId)
    if (site !== undefined) sites.set(siteId, site)
  }
  const stored = await listPaymentRates(
    db,
    payments.map((payment) => payment.id),
  )
  const rateOf = remembering((question: RateQuestion) => findRate(db, question))
  const reporting = new Map<string, Reporting>()
  for (const payment of payments) {
    const site = sites.get(payment.siteId)
    const to = site?.currency ?? payment.currency
    if (to === payment.currency) {
      // Its earlier rate is meaningless once it counts in its own currency.
      if (stored.has(payment.id)) await deletePaymentRate(db, payment.id)
      reporting.set(payment.id, { currency: to, rate: undefined })
      continue
    }
    const day = localDay(payment.paidAtMs, site?.timezone ?? 'UTC')
    const question = { from: payment.currency, to, day }
    const found = await rateOf(question)
    const whole = found && { ...question, ...found }
    const rate = whole && tryConvert(payment.amountMinor, whole) !== undefined ? whole : undefined
    await keep(control, { payment, before: stored.get(payment.id), question, rate, nowMs })
    reporting.set(payment.id, { currency: to, rate })
  }
  return reporting
}

interface Keeping {
  payment: Payment
  before: PaymentRate | undefined
  question: RateQuestion
  rate: FoundRate | undefined
  nowMs: number
}

async function keep(
  control: ControlStore,
  { payment, before, question, rate, nowMs }: Keeping,
): Promise<void> {
  const after: PaymentRate = {
    paymentId: payment.id,
    from: question.from,
    to: question.to,
    paidDay: question.day,
    day: rate?.day ?? '',
    fromPerEur: rate?.fromPerEur ?? '',
    toPerEur: rate?.toPerEur ?? '',
  }
  const isSame =
    before !== undefined &&
    before.to === after.to &&
    before.from === after.from &&
    before.paidDay === after.paidDay &&
    before.day === after.day &&
    before.fromPerEur === after.fromPerEur &&
    before.toPerEur === after.toPerEur
  if (isSame) return
  await control.run(saveRate, { before, after, nowMs })
}

function remembering(ask: (question: RateQuestion) => Promise<FoundRate | undefined>) {
  const known = new Map<string, Promise<FoundRate | undefined>>()
  return (question: RateQuestion) => {
    const key = `${question.from} ${question.to} ${question.day}`
    const answer = known.get(key) ?? ask(question)
    known.set(key, answer)
    return answer
  }
}
