import type { PaymentData } from '@tributary/contract/payment.ts'
import { type Model, models } from '@tributary/contract/query.ts'
import { creditMoney, type Journey } from '../reports/credit-money.ts'
import { moneyWithTouches } from '../reports/credited-money.ts'
import { localDay } from '../reports/local-time.ts'
import type { ReportScope } from '../reports/question.ts'
import type { Site } from '../sites/site.ts'
import type { Payment } from '../store/control/payments/payment.ts'
import type { Engine } from '../store/events/engine.ts'
import type { PayerTouch } from '../store/events/queries/payer-visits.ts'
import { toMajorUnits } from './money.ts'

type Receipt = PaymentData['receipt']

interface PaymentCredit extends Pick<Receipt, 'touches' | 'credit'> {
  /** All visits of the person in the look-back, up to the end of the path; undefined without any. */
  journey?: Journey | undefined
}

const lookbackDays = 90
const named = ['channel', 'source', 'campaign'] as const

/**
 * The touches of a linked payment's path and what each model credits them with, to the cent, as the
 * reports do with their usual look-back. The engine must have the payment. Markov is left out: it
 * credits by what a whole range of payments taught it.
 */
export async function creditOfPayment(
  engine: Engine,
  site: Site,
  payment: Payment,
): Promise<PaymentCredit> {
  if (payment.link.visitorId === null || payment.amountMinor === 0) return noCredit
  const { siteId, paidAtMs, currency, amountMinor } = payment
  const span = { fromMs: paidAtMs, toMs: paidAtMs + 1 }
  const day = localDay(paidAtMs, site.timezone)
  const scope: ReportScope = {
    siteId,
    currency: site.currency,
    zone: site.timezone,
    dimensions: named.map((name) => ({ name, spelt: name })),
    filters: { visits: [], hits: [], payments: [] },
    refundsOnPayment: false,
    model: 'last-non-direct',
    lookbackDays,
    includeDirect: false,
  }
  const { movements, touches } = await moneyWithTouches(engine, scope, {
    part: { ...span, withFirsts: false, recurring: false },
    range: { ...span, first: day, last: day },
  })
  const own = movements.filter((one) => one.paymentId === payment.id && one.kind === 'payment')
  // Credited in what was paid, whatever the reports count it as.
  const paid = own.map((movement) => ({ ...movement, amountMinor }))
  const path: PayerTouch[] = []
  const byModel = new Map<Model, Map<number, number>>()
  let journey: Journey | undefined
  for (const model of models) {
    if (model === 'markov') continue
    const amounts = new Map<number, number>()
    for (const credit of creditMoney(paid, touches, {
      model,
      lookbackDays,
      includeDirect: false,
    })) {
      journey ??= credit.journey
      if (credit.touch === undefined) continue
      if (!path.includes(credit.touch)) path.push(credit.touch)
      amounts.set(path.indexOf(credit.touch), credit.amountMinor)
    }
    byModel.set(model, amounts)
  }
  if (path.length === 0) return noCredit
  const order = [...path.keys()].sort(
    (a, b) => (path[a]?.startedMs ?? 0) - (path[b]?.startedMs ?? 0) || a - b,
  )
  return {
    journey,
    touches: order.flatMap((index) => shown(path[index])),
    credit: Object.fromEntries(
      [...byModel].map(([model, amounts]) => [
        model,
        order.map((index) => toMajorUnits(amounts.get(index) ?? 0, currency)),
      ]),
    ),
  }
}

const noCredit: PaymentCredit = { touches: [], credit: {} }

function shown(touch: PayerTouch | undefined): Receipt['touches'] {
  if (touch === undefined) return []
  const [channel = '', source = '', campaign = ''] = touch.keys
  return [{ timestamp: new Date(touch.startedMs).toISOString(), channel, source, campaign }]
}
