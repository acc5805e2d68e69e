import { createHash } from 'node:crypto'
import { entryOf } from '../../entry-of.ts'
import { dayMs } from '../../time/durations.ts'
import type { DisputeFact, MoneyFact } from '../ledger/money-fact.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { razorpaySubscriptions } from './razorpay-subscriptions.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, need, secondsOf, textOf, wholeOf } from './wire/fields.ts'
import { hmacSha256, judge } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

const provider = 'razorpay'
const idHeader = 'x-razorpay-event-id'
/** Razorpay's placeholder for a customer who gave no address. */
const noAddress = 'void@razorpay.com'

/** Razorpay: `X-Razorpay-Signature`, in hex over the body. It has no time. */
export const razorpay: Provider = {
  name: provider,
  title: 'Razorpay',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [idHeader],
  verify({ body, headers }, { secrets }) {
    const signature = headers['x-razorpay-signature']
    const expected = secrets.map((secret) => hmacSha256(secret, body))
    return judge(signature === undefined ? [] : [signature], 'hex', expected)
  },
  read({ body, headers }): ProviderEvent {
    const event = parseJsonObject(body)
    const type = textOf(event.event)
    if (type === null) throw new MalformedBody('this is no Razorpay event')
    // The header is not signed; another one would at most record the same facts again.
    const key = textOf(headers[idHeader]) ?? createHash('sha256').update(body).digest('hex')
    // Test mode has its own webhooks, so nothing here is marked as test.
    return { key, type, isTest: false, body: event }
  },
  translate: ({ type, body }) => {
    const about = { ...entitiesOf(body), type, atMs: secondsOf(body.created_at) }
    return stated(entryOf(readers, type)?.(about) ?? [], about.atMs)
  },
  subscriptions({ type, body }) {
    const { subscription, payment } = entitiesOf(body)
    const about = { type, subscription, atMs: secondsOf(body.created_at) }
    return razorpaySubscriptions(about, payment.amount == null ? null : moneyOf(payment))
  },
  sample(secret, nowMs) {
    const created_at = Math.floor(nowMs / 1000)
    const entity = {
      ...{ id: `pay_tributary_test_${nowMs}`, status: 'captured', amount: 100, currency: 'USD' },
      ...{ notes: { tributary_visitor_id: 'tributary-test' }, created_at },
    }
    const event = { event: 'payment.captured', payload: { payment: { entity } }, created_at }
    const body = Buffer.from(JSON.stringify({ ...event, [testMark]: true }))
    const signature = hmacSha256(secret, body).toString('hex')
    const headers = { 'x-razorpay-signature': signature, [idHeader]: `tributary-test-${nowMs}` }
    return { body, headers }
  },
}

/** The objects of an event; missing ones are empty. */
interface Entities {
  payment: Fields
  refund: Fields
  dispute: Fields
  subscription: Fields
  /** Orders, payment links and invoices, for the shop's notes. */
  others: readonly Fields[]
}

type Reader = (event: Entities & { type: string; atMs: number | null }) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  // Several events report one payment; not every merchant subscribes to the same ones.
  'payment.captured': paymentFacts,
  'order.paid': paymentFacts,
  'payment_link.paid': paymentFacts,
  'invoice.paid': paymentFacts,
  'subscription.charged': paymentFacts,
  'subscription.authenticated': trialFacts,
  'refund.created': refundFacts,
  'refund.processed': refundFacts,
  'refund.failed': refundFacts,
  'payment.dispute.created': disputeFacts('opened'),
  'payment.dispute.under_review': disputeFacts('opened'),
  'payment.dispute.action_required': disputeFacts('opened'),
  'payment.dispute.lost': disputeFacts('lost'),
  'payment.dispute.won': disputeFacts('won'),
  // Closed without a decision: what the merchant returned is a refund.
  'payment.dispute.closed': disputeFacts('won'),
}

function entitiesOf({ payload }: Fields): Entities {
  const entity = (name: string) => fieldsOf(fieldsOf(fieldsOf(payload)[name]).entity)
  return {
    payment: entity('payment'),
    refund: entity('refund'),
    dispute: entity('dispute'),
    subscription: entity('subscription'),
    others: [entity('payment_link'), entity('order'), entity('invoice')],
  }
}

/** In the smallest unit as ISO 4217 counts it, dinars in thousandths too. */
function moneyOf({ currency, amount }: Fields) {
  const code = currencyOf(currency)
  return { currency: code, amountMinor: smallestUnits(amount, code) }
}

function paymentFacts({ payment, subscription, others, atMs }: Parameters<Reader>[0]): MoneyFact[] {
  // Later events contain the payment with the status `refunded`, though it was captured.
  if (payment.status !== 'captured' && payment.captured !== true) return []
  const money = moneyOf(payment)
  if (money.amountMinor === 0) return []
  const email = textOf(payment.email)
  const [, , invoice = {}] = others
  const subscriptionId = textOf(subscription.id) ?? textOf(invoice.subscription_id)
  const ids = [need(textOf(payment.id), 'payment id')]
  const notes = [payment, subscription, ...others].map((one) => one.notes)
  return [
    ...feesOf(payment, ids, money),
    paymentFact({
      ...{ provider, ids, ...money, subscriptionId },
      paidAtMs: atMs ?? secondsOf(payment.created_at),
      renewal: renewalOf(payment, subscription),
      customerId: textOf(payment.customer_id),
      customerEmail: email === noAddress ? null : email,
      product: textOf(subscription.plan_id) ?? textOf(payment.description),
      ...attachedTo(...notes),
    }),
  ]
}

/** Null: only the subscription's other payments show it. */
function renewalOf(payment: Fields, subscription: Fields): boolean | null {
  if ((wholeOf(subscription.paid_count) ?? 0) > 1) return true
  // A subscription's charges have an invoice, which contains no more until `subscription.charged` arrives.
  return subscription.id == null && payment.invoice_id == null ? false : null
}

/** `fee` includes the tax on it. A payment in another currency is booked in that of the account. */
function feesOf(
  payment: Fields,
  ids: readonly string[],
  money: { currency: string; amountMinor: number },
): MoneyFact[] {
  const [fee, tax] = [wholeOf(payment.fee), wholeOf(payment.tax) ?? 0]
  if (fee === null) return []
  const isForeign = payment.base_amount != null && payment.base_currency != null
  const booked = isForeign
    ? moneyOf({ currency: payment.base_currency, amount: payment.base_amount })
    : money
  const inFee = (amount: number) => smallestUnits(amount, booked.currency)
  return feeFacts({
    ...{ provider, ids, feeId: 'payment', of: 'payment', currency: booked.currency },
    ...{ ofMinor: money.amountMinor, atMs: secondsOf(payment.created_at) },
    ...(booked.currency !== money.currency && { bookedMinor: booked.amountMinor }),
    amounts: { processing: inFee(fee - tax), tax: inFee(tax) },
  })
}

/**
 * A subscription that begins later is a trial; only the plan has its currency, and for an amount of 0 any will do.
 */
function trialFacts({ subscription, payment, others, atMs }: Parameters<Reader>[0]): MoneyFact[] {
  const subscriptionId = textOf(subscription.id)
  const trial = trialId(subscriptionId)
  const startMs = secondsOf(subscription.start_at)
  if (trial === null || startMs === null || atMs === null || startMs < atMs + dayMs) return []
  return [
    paymentFact({
      ...{ provider, ids: [trial], currency: 'INR', amountMinor: 0, trial: true, renewal: false },
      ...{ paidAtMs: atMs, subscriptionId, customerId: textOf(subscription.customer_id) },
      product: textOf(subscription.plan_id),
      ...attachedTo(subscription.notes, payment.notes, ...others.map((one) => one.notes)),
    }),
  ]
}

function refundFacts({ type, refund, payment }: Parameters<Reader>[0]): MoneyFact[] {
  // A refund also releases money that was never captured.
  if (payment.captured === false) return []
  const status = textOf(refund.status) ?? type.replace('refund.', '')
  const failed = status === 'failed'
  if (status !== 'processed' && !failed) return []
  return [
    {
      ...{ kind: 'refund', how: 'single', provider, ...moneyOf(refund) },
      ids: [need(textOf(refund.payment_id) ?? textOf(payment.id), 'payment id')],
      refundId: need(textOf(refund.id), 'refund id'),
      atMs: secondsOf(refund.created_at),
      ...(failed && { failed }),
    },
  ]
}

function disputeFacts(state: DisputeFact['state']): Reader {
  return ({ dispute, payment, atMs }) => {
    // 0 until the dispute is lost.
    const taken = wholeOf(dispute.amount_deducted) || dispute.amount
    return [
      {
        ...{ kind: 'dispute', provider, state, atMs },
        ids: [need(textOf(dispute.payment_id) ?? textOf(payment.id), 'payment id')],
        disputeId: need(textOf(dispute.id), 'dispute id'),
        ...moneyOf({ currency: dispute.currency, amount: taken }),
      },
    ]
  }
}
