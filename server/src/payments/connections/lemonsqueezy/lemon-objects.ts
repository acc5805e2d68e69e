import type { MoneyFact } from '../../ledger/money-fact.ts'
import { lemonsqueezy } from '../../providers/lemonsqueezy.ts'
import { paidRoughly } from '../../providers/wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const usualDelayMs = 10 * 60_000

/** The current state of an order, read by the same code as webhooks. */
export function readOrder(order: Fields): Reading {
  const facts = [
    ...translated('order_created', order, madeThen(order)),
    ...refundsOf('order_refunded', order),
  ]
  return { facts, movements: movementsOf(order, facts) }
}

/**
 * A paid invoice of a subscription. The time of payment is its last change until it is refunded. The money of the
 * first invoice is that of its order.
 */
export function readInvoice(invoice: Fields): Reading {
  const { status, billing_reason: reason } = fieldsOf(invoice.attributes)
  if (!['paid', 'partial_refund', 'refunded'].includes(String(status))) return { facts: [] }
  const refunds = refundsOf('subscription_payment_refunded', invoice)
  const type = 'subscription_payment_success'
  const paid =
    refunds.length === 0
      ? translated(type, invoice, invoice)
      : paidRoughly(translated(type, invoice, madeThen(invoice)))
  const facts = [...paid, ...refunds]
  return { facts, movements: reason === 'initial' ? [] : movementsOf(invoice, facts) }
}

/** A subscription that began with a trial is also recorded as it was then. */
export function readSubscription(subscription: Fields): Reading {
  const { attributes } = madeThen(subscription)
  const hadTrial = timeOf(fieldsOf(attributes).trial_ends_at) !== null
  const began = { ...fieldsOf(attributes), ...(hadTrial && { status: 'on_trial' }) }
  return {
    facts: translated('subscription_created', subscription, { ...subscription, attributes: began }),
  }
}

/** An object as it was made: `updated_at` is that of its last change. */
function madeThen(object: Fields): Fields {
  const attributes = fieldsOf(object.attributes)
  return { ...object, attributes: { ...attributes, updated_at: attributes.created_at } }
}

function translated(type: string, { attributes }: Fields, data: Fields): MoneyFact[] {
  if (fieldsOf(attributes).test_mode === true) return []
  const body = { meta: { event_name: type }, data }
  return lemonsqueezy.translate(
    { key: '', type, isTest: false, body },
    { body: Buffer.alloc(0), headers: {} },
  )
}

function refundsOf(type: string, object: Fields): MoneyFact[] {
  const { refunded, refunded_amount: amount } = fieldsOf(object.attributes)
  return refunded === true || (amount ?? 0) !== 0 ? translated(type, object, object) : []
}

/**
 * The amount paid, and the total that was returned: Lemon Squeezy has no list of single refunds. A payment must be
 * recorded before its money was returned.
 */
function movementsOf({ attributes }: Fields, facts: readonly MoneyFact[]): Movement[] {
  const paid = facts.find((fact) => fact.kind === 'payment')
  if (paid === undefined) return []
  const refund = facts.find((fact) => fact.kind === 'refund')
  const paymentRef = need(paid.ids[0] ?? null, 'id')
  const { currency, amountMinor } = paid
  const atMs = need(paid.paidAtMs, 'time of payment')
  const lastMs = Math.max(refund?.atMs ?? atMs, atMs)
  const known = {
    ...{ paymentRef, objectId: paymentRef, currency, feeCurrency: currency, feeMinor: 0 },
    recordedByMs: lastMs + usualDelayMs,
  }
  const movements: Movement[] = [
    {
      ...{ ...known, id: paymentRef, kind: 'payment', atMs },
      ...{ grossMinor: amountMinor, bookedMinor: amountMinor },
    },
  ]
  const all = refund?.kind === 'refund' && refund.how === 'full'
  const back = all
    ? amountMinor
    : refund !== undefined && 'amountMinor' in refund
      ? refund.amountMinor
      : 0
  if (refund === undefined || !back) return movements
  const grossMinor = -Math.min(back, amountMinor)
  const changedMs = timeOf(textOf(fieldsOf(attributes).updated_at)) ?? lastMs
  movements.push({
    ...{ ...known, id: `${paymentRef}:refunded`, kind: 'refund', atMs: lastMs },
    ...{ grossMinor, bookedMinor: grossMinor },
    recordedByMs: Math.max(changedMs, lastMs) + usualDelayMs,
  })
  return movements
}
