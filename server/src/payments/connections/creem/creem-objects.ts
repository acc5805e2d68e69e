import type { MoneyFact } from '../../ledger/money-fact.ts'
import { creem, creemMoment } from '../../providers/creem.ts'
import { creemSubscriptions } from '../../providers/creem-subscriptions.ts'
import { currencyOf, smallestUnits } from '../../providers/wire/amounts.ts'
import { type Fields, fieldsOf, idOf, need, textOf, wholeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const usualDelayMs = 10 * 60_000
/** States of a transaction that was paid, whatever happened to the money later. */
const paidStates = ['paid', 'refunded', 'partialRefund', 'chargedBack']

/**
 * A transaction with its customer and subscription, as it was when it was read. Creem does not say when money was
 * returned: during an import it is dated at the payment, later at the moment it was found.
 */
export function readTransaction({ readMs, isPast, ...transaction }: Fields): Reading {
  const isPaid = paidStates.includes(String(transaction.status))
  if (isTest(transaction) || !isPaid) return { facts: [] }
  const id = need(textOf(transaction.id), 'id')
  const atMs = need(creemMoment(transaction.created_at), 'created_at')
  const paid = paidBy(transaction)
  const payment = paid.find((fact) => fact.kind === 'payment')
  if (payment === undefined) return { facts: [] }
  const { currency, amountMinor } = payment
  const refundedMinor = Math.min(refundedOf(transaction, amountMinor), amountMinor)
  const isLost = transaction.status === 'chargedBack'
  const lostMinor = isLost ? amountMinor - refundedMinor : 0
  const disputeId = `transaction:${id}`
  const about = { provider: 'creem', ids: [id], atMs: isPast === true ? atMs : null }
  const facts: MoneyFact[] = [...paid]
  if (refundedMinor > 0) {
    const refund = { kind: 'refund', how: 'total', amountMinor: refundedMinor, currency } as const
    facts.push({ ...about, ...refund })
  }
  if (lostMinor > 0) {
    const dispute = { kind: 'dispute', disputeId, state: 'lost' } as const
    facts.push({ ...about, ...dispute, amountMinor: lostMinor, currency })
  }
  const movement = (kind: Movement['kind'], grossMinor: number): Movement => ({
    id: kind === 'payment' ? id : `${id}:${kind}`,
    ...{ kind, paymentRef: id, objectId: kind === 'dispute' ? disputeId : id },
    ...{ atMs, currency, grossMinor },
    // The money may have been returned on any day until the transaction was read.
    recordedByMs: kind === 'payment' ? atMs + usualDelayMs : Number(readMs),
    ...{ feeCurrency: currency, feeMinor: 0, bookedMinor: grossMinor },
  })
  const movements = [
    movement('payment', amountMinor),
    ...(refundedMinor > 0 ? [movement('refund', -refundedMinor)] : []),
    ...(lostMinor > 0 ? [movement('dispute', -lostMinor)] : []),
  ]
  return { facts, movements }
}

/** The payment in the form of a webhook: of an order, or of a subscription. */
function paidBy(transaction: Fields): MoneyFact[] {
  const { subscription, customer } = transaction
  const amountPaid = transaction.amount_paid ?? transaction.amount
  const paid = { ...transaction, amount_paid: amountPaid }
  if (idOf(subscription) === null) {
    const order = {
      ...{ id: idOf(transaction.order) ?? transaction.id, type: 'onetime', status: 'paid' },
      ...{ currency: transaction.currency, amount_paid: amountPaid },
      ...{ tax_amount: transaction.tax_amount, transaction: paid },
    }
    return event('checkout.completed', { order, customer }, transaction.created_at)
  }
  const known = fieldsOf(subscription)
  const about = {
    ...known,
    id: idOf(subscription),
    ...{ customer: typeof known.customer === 'object' ? known.customer : customer },
    ...{ last_transaction: paid, last_transaction_id: transaction.id },
    last_transaction_date: transaction.created_at,
  }
  return event('subscription.paid', about, transaction.created_at)
}

function event(type: string, object: object, at: unknown): MoneyFact[] {
  const body = { eventType: type, created_at: at, object }
  return creem.translate(
    { key: '', type, isTest: false, body },
    { body: Buffer.alloc(0), headers: {} },
  )
}

/** The amount returned so far; a full refund needs no amount. */
function refundedOf(transaction: Fields, amountMinor: number): number {
  const { refunded_amount: refunded, status } = transaction
  if (wholeOf(refunded) !== null && wholeOf(refunded) !== 0) {
    return smallestUnits(refunded, currencyOf(transaction.currency))
  }
  if (status === 'partialRefund') throw new Error('the transaction has no usable refunded_amount')
  return status === 'refunded' ? amountMinor : 0
}

/** The start of a trial, and the subscription since it was last changed. */
export function readSubscription(subscription: Fields): Reading {
  if (isTest(subscription)) return { facts: [] }
  const isTrial = subscription.status === 'trialing'
  const isPriced = typeof subscription.product === 'object'
  return {
    facts: isTrial ? event('subscription.trialing', subscription, subscription.created_at) : [],
    // Without its product, the price is unknown.
    subscriptions: isPriced ? creemSubscriptions('subscription.update', subscription, null) : [],
  }
}

function isTest({ mode }: Fields): boolean {
  return mode != null && mode !== 'prod'
}
