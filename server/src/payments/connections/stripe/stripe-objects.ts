import type { MoneyFact } from '../../ledger/money-fact.ts'
import { translateStripe } from '../../providers/stripe-facts.ts'
import { stripeFees } from '../../providers/stripe-fees.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  secondsOf,
  wholeOf,
} from '../../providers/wire/fields.ts'

/**
 * The current state of an object, read by the same code as webhooks: the events that Stripe sent about it, dated as
 * the object remembers them.
 */
export type ReadObject = (object: Fields) => MoneyFact[]

function event(type: string, object: Fields, created: unknown): MoneyFact[] {
  const body = { type, created, livemode: true, data: { object } }
  return translateStripe({ key: '', type, isTest: false, body })
}

/** With `payments` expanded, which ties the invoice to the charges that paid it. */
export function readInvoice(invoice: Fields): MoneyFact[] {
  const { paid_at } = fieldsOf(invoice.status_transitions)
  return event('invoice.paid', invoice, paid_at ?? invoice.created)
}

/**
 * With `payment_intent` and `balance_transaction` expanded. The booking dates the money: a charge is days older if
 * it is captured later, or by direct debit.
 */
export function readCharge(whole: Fields): MoneyFact[] {
  const { payment_intent: intent, ...charge } = whole
  if (charge.status !== 'succeeded' || charge.captured === false) return []
  const bookedAt = fieldsOf(charge.balance_transaction).created ?? charge.created
  const { status } = fieldsOf(intent)
  const fees = stripeFees(whole, charge.balance_transaction)
  if (idOf(intent) === null) {
    return [...event('charge.succeeded', { ...charge, created: bookedAt }, bookedAt), ...fees]
  }
  if (status !== 'succeeded') return []
  const paid = { ...fieldsOf(intent), latest_charge: charge }
  return [...event('payment_intent.succeeded', paid, bookedAt), ...fees]
}

/** A session does not say when it was paid; its payment intent's charge does. */
export function readSession(session: Fields): MoneyFact[] {
  const isPaidByIntent = session.payment_status === 'paid' && idOf(session.payment_intent) !== null
  return event('checkout.session.completed', session, isPaidByIntent ? null : session.created)
}

const day = 24 * 60 * 60

/**
 * For a subscription that began with a trial, also the state of then: today's invoice has nothing to do with that.
 */
export function readSubscription(subscription: Fields): MoneyFact[] {
  const { trial_start, created, status, latest_invoice } = subscription
  const [began, trialed] = [wholeOf(created), wholeOf(trial_start)]
  const hadTrial = began !== null && trialed !== null && Math.abs(trialed - began) < day
  if (!hadTrial) return event('customer.subscription.created', subscription, created)
  const then = {
    ...subscription,
    status: 'trialing',
    latest_invoice: status === 'trialing' ? latest_invoice : null,
  }
  return event('customer.subscription.created', then, created)
}

/** With both balance transactions expanded; that of a failure says when the refund came back. */
export function readRefund(refund: Fields): MoneyFact[] {
  const endedAt = fieldsOf(refund.failure_balance_transaction).created
  return [
    ...event('refund.updated', refund, endedAt ?? refund.created),
    ...stripeFees(refund, refund.balance_transaction),
    ...stripeFees(refund, refund.failure_balance_transaction),
  ]
}

/** With `source` expanded: the cost of the charge, refund or dispute. */
export function readBooking(transaction: Fields): MoneyFact[] {
  return stripeFees(transaction.source, transaction)
}

/** The stages of a dispute, as far as it contains their times: when it was opened, and each time money moved. */
export function readDispute(dispute: Fields): MoneyFact[] {
  const status = String(dispute.status)
  // An inquiry: no money moves.
  if (status.startsWith('warning_')) return event('charge.dispute.closed', dispute, dispute.created)
  const open = { ...dispute, status: 'under_review' }
  const moves = listOf(dispute.balance_transactions).map(fieldsOf)
  const facts = event('charge.dispute.created', open, dispute.created)
  for (const { amount, created } of moves) {
    const isBack = (wholeOf(amount) ?? 0) > 0
    facts.push(
      ...event(
        `charge.dispute.funds_${isBack ? 'reinstated' : 'withdrawn'}`,
        open,
        created ?? dispute.created,
      ),
    )
  }
  const lastMs = Math.max(...moves.map(({ created }) => secondsOf(created) ?? 0), 0)
  const isSaid = facts.some((fact) => fact.kind === 'dispute' && fact.state === status)
  if ((status === 'lost' || status === 'won' || status === 'prevented') && !isSaid) {
    const at = lastMs > 0 ? lastMs / 1000 : dispute.created
    facts.push(...event('charge.dispute.closed', dispute, at))
  }
  return facts
}
