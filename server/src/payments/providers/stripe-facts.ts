import { entryOf } from '../../entry-of.ts'
import type { MoneyFact, PaymentFact } from '../ledger/money-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { stripeFees, stripeMoney } from './stripe-fees.ts'
import { currencyOf } from './wire/amounts.ts'
import { attachedTo, unpackIds } from './wire/attached.ts'
import { idsOf, paymentFact, sameFact, stated, trialId } from './wire/facts.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  need,
  secondsOf,
  textOf,
  wholeOf,
} from './wire/fields.ts'

const provider = 'stripe'

interface StripeEvent {
  object: Fields
  type: string
  atMs: number | null
}

const readers: Readonly<Record<string, (event: StripeEvent) => MoneyFact[]>> = {
  'checkout.session.completed': checkoutFacts,
  'checkout.session.async_payment_succeeded': checkoutFacts,
  'payment_intent.succeeded': intentFacts,
  'charge.succeeded': chargeFacts,
  'invoice.paid': invoiceFacts,
  'invoice_payment.paid': invoicePaymentFacts,
  'customer.subscription.created': subscriptionFacts,
  'refund.created': refundFacts,
  'refund.updated': refundFacts,
  'refund.failed': refundFacts,
  'charge.refund.updated': refundFacts,
  'charge.refunded': chargeRefundedFacts,
  'charge.dispute.created': disputeFacts,
  'charge.dispute.updated': disputeFacts,
  'charge.dispute.funds_withdrawn': disputeFacts,
  'charge.dispute.funds_reinstated': disputeFacts,
  'charge.dispute.closed': disputeFacts,
}

/** Every type of event about money. */
export const stripeEventTypes = Object.keys(readers)

/**
 * The facts of a Stripe event. One payment is reported by several objects (`cs_`, `pi_`, `ch_`, `in_`), each with
 * other ids; the ledger merges them. `invoice.payment_succeeded` repeats `invoice.paid`.
 */
export function translateStripe({ type, body }: ProviderEvent): MoneyFact[] {
  const reader = entryOf(readers, type)
  if (reader === undefined) return []
  const statedMs = secondsOf(body.created)
  const facts = reader({ object: fieldsOf(fieldsOf(body.data).object), type, atMs: statedMs })
  return stated(facts, statedMs)
}

function moneyOf(object: Fields, amount: unknown) {
  return stripeMoney(amount, object.currency)
}

function checkoutFacts({ object: session, atMs }: StripeEvent): MoneyFact[] {
  const subscriptionId = idOf(session.subscription)
  const trial = session.payment_status === 'no_payment_required' ? trialId(subscriptionId) : null
  const known = {
    provider,
    ids: idsOf(idOf(session), idOf(session.payment_intent), idOf(session.invoice), trial),
    subscriptionId,
    customerId: idOf(session.customer),
    customerEmail:
      textOf(fieldsOf(session.customer_details).email) ?? textOf(session.customer_email),
    ...attachedTo(session.metadata),
    // All that a Payment Link's address can carry; others store their own ids there.
    referenceVisitorId: unpackIds(textOf(session.client_reference_id)).visitorId ?? null,
  }
  const isPaid = session.payment_status === 'paid' && wholeOf(session.amount_total) !== 0
  // A subscription's payment is reported by its invoice; a delayed method's by a later event.
  if (session.mode !== 'payment' || !isPaid) {
    if (trial === null) return [sameFact(known)]
    return [trialFact(known, session, atMs)]
  }
  const { amount_tax } = fieldsOf(session.total_details)
  return [
    paymentFact({
      ...known,
      ...moneyOf(session, session.amount_total),
      taxMinor: taxOf(session, amount_tax),
      paidAtMs: atMs,
      renewal: false,
    }),
  ]
}

function intentFacts({ object: intent, atMs }: StripeEvent): MoneyFact[] {
  const charge = fieldsOf(intent.latest_charge)
  const invoiceId = idOf(intent.invoice) ?? invoiceReferredTo(intent)
  const known = {
    provider,
    ids: idsOf(idOf(intent), idOf(intent.latest_charge), invoiceId),
    customerId: idOf(intent.customer),
    customerEmail: textOf(intent.receipt_email) ?? textOf(fieldsOf(charge.billing_details).email),
    ...attachedTo(intent.metadata, charge.metadata),
  }
  // Without a reference to the invoice: these two texts are Stripe's own, and the invoice reports the same money;
  // without this rule it would count twice until the two are merged.
  const isOfInvoice = /^Subscription (creation|update)$/.test(textOf(intent.description) ?? '')
  if (isOfInvoice && invoiceId === null) return [sameFact(known)]
  if (wholeOf(intent.amount_received) === 0) return []
  return [
    paymentFact({
      ...known,
      ...moneyOf(intent, intent.amount_received ?? intent.amount),
      paidAtMs: atMs,
      product: textOf(intent.description),
    }),
  ]
}

/**
 * The invoice that an intent pays. API 2025-03-31 removed the field `invoice`; months later Stripe began to write the
 * invoice's id into the order reference, at first cut to 25 characters, which match no invoice. A merchant's own
 * intents have the merchant's own references there.
 */
function invoiceReferredTo(intent: Fields): string | null {
  const reference = textOf(fieldsOf(intent.payment_details).order_reference) ?? ''
  return /^in_[A-Za-z0-9]{24,}$/.test(reference) ? reference : null
}

function chargeFacts({ object: charge, atMs }: StripeEvent): MoneyFact[] {
  const known = {
    provider,
    ids: idsOf(idOf(charge.payment_intent), idOf(charge), idOf(charge.invoice)),
    customerId: idOf(charge.customer),
    customerEmail: textOf(fieldsOf(charge.billing_details).email) ?? textOf(charge.receipt_email),
    ...attachedTo(charge.metadata),
  }
  // Only charges from before PaymentIntents have no other object.
  const isAlone = charge.payment_intent == null && charge.invoice == null
  if (!isAlone || charge.captured === false || charge.paid === false) return [sameFact(known)]
  const money = moneyOf(charge, charge.amount_captured ?? charge.amount)
  return [paymentFact({ ...known, ...money, paidAtMs: secondsOf(charge.created) ?? atMs })]
}

const renewalReasons = ['subscription_cycle', 'subscription_update', 'subscription_threshold']

function invoiceFacts({ object: invoice, atMs }: StripeEvent): MoneyFact[] {
  const details = fieldsOf(fieldsOf(invoice.parent).subscription_details)
  const lines = listOf(fieldsOf(invoice.lines).data).map(fieldsOf)
  const subscriptionId =
    idOf(details.subscription) ?? idOf(invoice.subscription) ?? idOf(lines[0]?.subscription)
  const payments = listOf(fieldsOf(invoice.payments).data).map((p) => fieldsOf(fieldsOf(p).payment))
  const reason = textOf(invoice.billing_reason) ?? ''
  const paidAtMs = secondsOf(fieldsOf(invoice.status_transitions).paid_at) ?? atMs
  const known = {
    provider,
    ids: idsOf(
      idOf(invoice),
      idOf(invoice.payment_intent),
      idOf(invoice.charge),
      ...payments.flatMap((payment) => [idOf(payment.payment_intent), idOf(payment.charge)]),
    ),
    subscriptionId,
    customerId: idOf(invoice.customer),
    customerEmail: textOf(invoice.customer_email),
    ...attachedTo(
      details.metadata,
      fieldsOf(invoice.subscription_details).metadata,
      invoice.metadata,
      ...lines.map((line) => line.metadata),
    ),
  }
  if (wholeOf(invoice.amount_paid) === 0) {
    const trial = reason === 'subscription_create' ? trialId(subscriptionId) : null
    if (trial === null) return []
    return [trialFact({ ...known, ids: idsOf(...known.ids, trial) }, invoice, paidAtMs)]
  }
  return [
    paymentFact({
      ...known,
      ...moneyOf(invoice, invoice.amount_paid),
      taxMinor: taxOf(invoice, invoice.tax ?? sumOf(listOf(invoice.total_taxes))),
      paidAtMs,
      renewal: renewalReasons.includes(reason)
        ? true
        : reason === 'subscription_create'
          ? false
          : null,
      product: textOf(lines[0]?.description),
    }),
  ]
}

function invoicePaymentFacts({ object }: StripeEvent): MoneyFact[] {
  const payment = fieldsOf(object.payment)
  const ids = idsOf(idOf(object.invoice), idOf(payment.payment_intent), idOf(payment.charge))
  return ids.length > 1 ? [sameFact({ provider, ids })] : []
}

function subscriptionFacts({ object: subscription, atMs }: StripeEvent): MoneyFact[] {
  const subscriptionId = idOf(subscription)
  const invoiceId = idOf(subscription.latest_invoice)
  const known = {
    provider,
    subscriptionId,
    customerId: idOf(subscription.customer),
    ...attachedTo(subscription.metadata),
  }
  if (subscription.status !== 'trialing') {
    return invoiceId === null ? [] : [sameFact({ ...known, ids: [invoiceId] })]
  }
  const ids = idsOf(invoiceId, trialId(subscriptionId))
  const startedMs = secondsOf(subscription.trial_start) ?? atMs
  return [trialFact({ ...known, ids }, subscription, startedMs)]
}

function trialFact(
  known: Pick<PaymentFact, 'provider' | 'ids'> & Partial<PaymentFact>,
  object: Fields,
  paidAtMs: number | null,
): MoneyFact {
  const currency = currencyOf(object.currency)
  return paymentFact({ ...known, currency, amountMinor: 0, trial: true, renewal: false, paidAtMs })
}

function refundFacts({ object: refund, atMs }: StripeEvent): MoneyFact[] {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  // A pending refund may still fail, so it does not count yet.
  if (refund.status !== 'succeeded' && !failed) return []
  const ids = idsOf(idOf(refund.payment_intent), idOf(refund.charge))
  // Money that a customer had sent by bank transfer, and that nothing was paid with (docs.stripe.com/payments/customer-balance).
  if (ids.length === 0) return []
  return [
    {
      kind: 'refund',
      how: 'single',
      provider,
      ids,
      refundId: need(idOf(refund), 'refund id'),
      ...moneyOf(refund, refund.amount),
      atMs: secondsOf(refund.created) ?? atMs,
      ...(failed && { failed }),
    },
  ]
}

function chargeRefundedFacts({ object: charge, atMs }: StripeEvent): MoneyFact[] {
  const money = moneyOf(charge, charge.amount_refunded)
  if (money.amountMinor === 0) return []
  const ids = idsOf(idOf(charge.payment_intent), idOf(charge))
  return [{ kind: 'refund', how: 'total', provider, ids, ...money, atMs }]
}

const lostStates = ['lost']
const wonStates = ['won', 'warning_closed', 'prevented']

function disputeFacts({ object: dispute, type, atMs }: StripeEvent): MoneyFact[] {
  const status = textOf(dispute.status) ?? ''
  const state =
    wonStates.includes(status) || type === 'charge.dispute.funds_reinstated'
      ? 'won'
      : lostStates.includes(status) || type === 'charge.dispute.funds_withdrawn'
        ? 'lost'
        : 'opened'
  // An inquiry: the bank asks, no money moves.
  if (status.startsWith('warning_') && status !== 'warning_closed') return []
  return [
    {
      kind: 'dispute',
      provider,
      ids: idsOf(idOf(dispute.payment_intent), idOf(dispute.charge)),
      disputeId: need(idOf(dispute), 'dispute id'),
      state,
      ...moneyOf(dispute, dispute.amount),
      atMs,
    },
    ...listOf(dispute.balance_transactions).flatMap((one) => stripeFees(dispute, one)),
  ]
}

function taxOf(object: Fields, tax: unknown): number | null {
  return wholeOf(tax) === null ? null : moneyOf(object, tax).amountMinor
}

function sumOf(taxes: readonly unknown[]): number | null {
  if (taxes.length === 0) return null
  return taxes.reduce<number>((sum, tax) => sum + (wholeOf(fieldsOf(tax).amount) ?? 0), 0)
}
