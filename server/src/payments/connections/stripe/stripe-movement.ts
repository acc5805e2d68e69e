import { entryOf } from '../../../entry-of.ts'
import { dayMs, minuteMs } from '../../../time/durations.ts'
import { stripeMoney } from '../../providers/stripe-fees.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  need,
  secondsOf,
  textOf,
} from '../../providers/wire/fields.ts'
import type { Movement } from '../provider-api.ts'

/** What each booked object is, and which payment it belongs to. */
const sources: Readonly<
  Record<string, { kind: Movement['kind']; paymentRef(source: Fields): string | null }>
> = {
  charge: { kind: 'payment', paymentRef: (charge) => idOf(charge.payment_intent) ?? idOf(charge) },
  refund: { kind: 'refund', paymentRef: refOfCharge },
  dispute: { kind: 'dispute', paymentRef: refOfCharge },
}

function refOfCharge(source: Fields): string | null {
  return idOf(source.payment_intent) ?? idOf(source.charge)
}

/** The objects of one payment are stamped minutes apart at most. */
const usualDelayMs = 10 * minuteMs
/** Direct debits are booked before they succeed, and take up to two weeks. */
const longestDelayMs = 14 * dayMs

/**
 * A balance transaction with `source` expanded, as a movement of a payment; undefined for payouts, account fees,
 * refunds of money that nothing was paid with, and everything else that belongs to no payment. The amount is in the currency that was paid in.
 */
export function stripeMovement(transaction: Fields): Movement | undefined {
  const source = fieldsOf(transaction.source)
  const name = textOf(source.object) ?? ''
  const known = entryOf(sources, name)
  if (known === undefined || source.livemode === false) return undefined
  const paymentRef = known.paymentRef(source)
  if (paymentRef === null && known.kind === 'refund') return undefined
  const booked = stripeMoney(transaction.amount, transaction.currency)
  const paid = stripeMoney(source.amount_captured ?? source.amount, source.currency)
  const atMs = need(secondsOf(transaction.created), 'created')
  const isOnItsWay = source.status === 'pending' || source.status === 'requires_action'
  return {
    id: need(idOf(transaction), 'id'),
    kind: known.kind,
    paymentRef: need(paymentRef, 'payment'),
    objectId: need(idOf(source), 'source'),
    atMs,
    recordedByMs: atMs + (isOnItsWay ? longestDelayMs : usualDelayMs),
    currency: paid.currency,
    // The booking is more reliable; in another currency, only the object has the amount that was paid.
    grossMinor:
      booked.currency === paid.currency
        ? booked.amountMinor
        : Math.sign(booked.amountMinor) * paid.amountMinor,
    feeCurrency: booked.currency,
    feeMinor: stripeMoney(transaction.fee ?? 0, transaction.currency).amountMinor,
    bookedMinor: booked.amountMinor,
  }
}
