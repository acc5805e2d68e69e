import type { PaymentData } from '@tributary/contract/payment.ts'
import type { PaymentSummary, PaymentsQuery } from '@tributary/contract/payments.ts'
import { type Model, models } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../money/money.ts'
import { type Credit, creditMoney, type Journey, journeyOf } from '../reports/money/credit-money.ts'
import { type MoneyWithTouches, moneyWithTouches } from '../reports/money/money-with-touches.ts'
import type { PayerTouch } from '../reports/queries/payer-touches.ts'
import type { ReportScope } from '../reports/question.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { localDay } from '../time/local-time.ts'
import type { Payment } from './rows/payment.ts'

type Receipt = PaymentData['receipt']

export interface PaymentCredit extends Pick<Receipt, 'touches' | 'credit'> {
  /** All visits of the person in the look-back, up to the end of the path; undefined without any. */
  journey?: Journey | undefined
}

/** The defaults of reports. */
const usual = { lookbackDays: 90, includeDirect: false }
const named = ['channel', 'source', 'campaign'] as const

/** The credit of one payment, see `creditsOfPayments`. */
export async function creditOfPayment(
  engine: Engine,
  site: Site,
  payment: Payment,
): Promise<PaymentCredit> {
  const credits = await creditsOfPayments(engine, site, [payment])
  return credits.get(payment.id) ?? noCredit
}

/**
 * The touches of each linked payment's path and what each model credits them with, to the cent, as reports do with
 * their usual look-back; by payment id. The engine must have the payments. Markov is left out: it needs all payments
 * of a range.
 */
export async function creditsOfPayments(
  engine: Engine,
  site: Site,
  payments: readonly Payment[],
): Promise<Map<string, PaymentCredit>> {
  const linked = payments.filter(
    ({ link, amountMinor }) => link.visitorId !== null && amountMinor !== 0,
  )
  if (linked.length === 0) return new Map()
  const asked = linked.map(({ id, paidAtMs }) => ({ id, atMs: paidAtMs }))
  // Its look-back reaches as far as any model may need.
  const money = await moneyOf(engine, site, asked, 'first')
  return new Map(linked.map((payment) => [payment.id, creditIn(money, payment)]))
}

function creditIn(
  { movements, touches }: MoneyWithTouches,
  { id, currency, amountMinor }: Payment,
): PaymentCredit {
  const own = movements.filter((one) => one.paymentId === id && one.kind === 'payment')
  // Credited in the payment's currency, whatever the reports count it as.
  const paid = own.map((movement) => ({ ...movement, amountMinor }))
  const path: PayerTouch[] = []
  const byModel = new Map<Model, Map<number, number>>()
  const [movement] = paid
  const journey = movement && journeyOf(movement, touches, usual)
  for (const model of models) {
    if (model === 'markov') continue
    const amounts = new Map<number, number>()
    for (const credit of creditMoney(paid, touches, { ...usual, model })) {
      if (credit.touch === undefined) continue
      if (!path.includes(credit.touch)) path.push(credit.touch)
      amounts.set(path.indexOf(credit.touch), credit.amountMinor)
    }
    byModel.set(model, amounts)
  }
  if (path.length === 0) return noCredit
  const order = [...path.keys()].sort(
    (a, b) => (path[a]?.atMs ?? 0) - (path[b]?.atMs ?? 0) || a - b,
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

/** A model that credits one visit with all of a payment. */
export type CreditingModel = NonNullable<PaymentsQuery['credit']>

/** One visit that a model credits with all of a payment. */
export type CreditedVisit = Receipt['touches'][number]

/**
 * The session each payment is credited to, by payment id; payments without credit are
 * absent. The engine must have the payments.
 */
export async function creditedVisits(
  engine: Engine,
  site: Site,
  payments: readonly PaymentSummary[],
  model: CreditingModel,
): Promise<Map<string, CreditedVisit>> {
  const linked = payments.filter(({ visitorId, amount }) => visitorId !== null && amount > 0)
  if (linked.length === 0) return new Map()
  const asked = linked.map(({ paymentId: id, timestamp }) => ({ id, atMs: Date.parse(timestamp) }))
  const { movements, touches } = await moneyOf(engine, site, asked, model)
  const own = movements.filter(({ kind }) => kind === 'payment')
  return new Map(
    creditMoney(own, touches, { ...usual, model }).flatMap(({ movement, touch }) =>
      shown(touch).map((visit) => [movement.paymentId, visit] as const),
    ),
  )
}

/** The payments of a span of time that a model credits to a source, the latest first. The engine must have them. */
export async function creditedTo(
  engine: Engine,
  site: Site,
  span: { fromMs: number; toMs: number },
  { source, model }: { source: string; model: CreditingModel },
): Promise<string[]> {
  const { movements, touches } = await moneyIn(engine, site, { span, model })
  const own = movements.filter(({ kind }) => kind === 'payment')
  return creditMoney(own, touches, { ...usual, model })
    .filter((credit) => creditedSource(credit) === source)
    .map(({ movement }) => movement)
    .sort((a, b) => b.paidAt - a.paidAt || (a.paymentId < b.paymentId ? 1 : -1))
    .map(({ paymentId }) => paymentId)
}

/** The source in whose row reports count it: without a visit in the look-back that of direct visits. */
function creditedSource({ movement, touch }: Credit): string | undefined {
  const unknown = movement.visitorId === '' ? undefined : 'Direct'
  return shown(touch)[0]?.source ?? unknown
}

/** The money of some payments and all visits of their payers, as far back as the model looks. */
function moneyOf(
  engine: Engine,
  site: Site,
  asked: readonly { id: string; atMs: number }[],
  model: Model,
): Promise<MoneyWithTouches> {
  const times = asked.map(({ atMs }) => atMs)
  const span = { fromMs: Math.min(...times), toMs: Math.max(...times) + 1 }
  return moneyIn(engine, site, { span, model, payments: asked.map(({ id }) => id) })
}

function moneyIn(
  engine: Engine,
  site: Site,
  asked: { span: { fromMs: number; toMs: number }; model: Model; payments?: string[] },
): Promise<MoneyWithTouches> {
  const { span, model, payments } = asked
  const scope: ReportScope = {
    siteId: site.id,
    currency: site.currency,
    zone: site.timezone,
    dimensions: named.map((name) => ({ name, spelt: name })),
    filters: { visits: [], hits: [], payments: [] },
    refundsOnPayment: false,
    model,
    ...usual,
  }
  const dayOf = (ms: number) => localDay(ms, site.timezone)
  return moneyWithTouches(engine, scope, {
    part: { ...span, ...(payments && { payments }) },
    range: { ...span, first: dayOf(span.fromMs), last: dayOf(span.toMs - 1) },
  })
}

export const noCredit: PaymentCredit = { touches: [], credit: {} }

function shown(touch: PayerTouch | undefined): Receipt['touches'] {
  if (touch === undefined) return []
  const [channel = '', source = '', campaign = ''] = touch.keys
  return [{ timestamp: new Date(touch.atMs).toISOString(), channel, source, campaign }]
}
