import { entryOf } from '../../../entry-of.ts'
import { minuteMs } from '../../../time/durations.ts'
import type { MoneyFact } from '../../ledger/money-fact.ts'
import { dodoSubscriptionReading } from '../../providers/dodo-subscriptions.ts'
import { dodopayments } from '../../providers/dodopayments.ts'
import { currencyOf, smallestUnits } from '../../providers/wire/amounts.ts'
import { feeFacts } from '../../providers/wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

/** The webhook of this type about an object; `at` is the time of the event. */
function event(type: string, data: Fields, at: unknown): MoneyFact[] {
  const body = { type, timestamp: at, data }
  return dodopayments.translate({ key: '', type, isTest: false, body }, noDelivery)
}

const noDelivery = { body: Buffer.alloc(0), headers: {} }

/** A payment with its details; without them its tax stays unknown. */
export function readPayment(payment: Fields): Reading {
  if (payment.status !== 'succeeded') return { facts: [] }
  const facts = event('payment.succeeded', payment, payment.created_at)
  const isDetailed = payment.settlement_amount !== undefined
  if (isDetailed) return { facts }
  return { facts: facts.map((one) => (one.kind === 'payment' ? { ...one, taxMinor: null } : one)) }
}

/** The start of a trial, and the subscription as it is at `readMs`. */
export function readSubscription({ readMs, ...subscription }: Fields): Reading {
  const isBegun = subscription.status !== 'pending' && subscription.status !== 'failed'
  return {
    facts: isBegun ? event('subscription.active', subscription, subscription.created_at) : [],
    subscriptions: dodoSubscriptionReading(subscription, Number(readMs)),
  }
}

export function readRefund(refund: Fields): Reading {
  const { status, created_at } = refund
  if (status !== 'succeeded' && status !== 'failed') return { facts: [] }
  return { facts: event(`refund.${status}`, refund, created_at) }
}

/** The state of a dispute. `entries` are its entries in the balance ledger, which say when money moved. */
export function readDispute({ entries, ...dispute }: Fields): Reading {
  const state = need(textOf(dispute.dispute_status), 'state').replace(/^dispute_/, '')
  const opened = event('dispute.opened', dispute, dispute.created_at)
  if (state === 'opened' || state === 'challenged') return { facts: opened }
  const isWon = state === 'won' || state === 'cancelled'
  const kind = isWon ? 'dispute_reversal' : 'dispute'
  const booked = (entries as readonly Fields[]).find(({ event_type }) => event_type === kind)
  const at = booked?.created_at ?? dispute.created_at
  return { facts: [...opened, ...event(`dispute.${state}`, dispute, at)] }
}

/** The meaning of the ledger entries that belong to payments. All others are the account's own. */
const entryKinds: Readonly<
  Record<string, { kind: Movement['kind']; isFee?: boolean; sign: 1 | -1 }>
> = {
  payment: { kind: 'payment', sign: 1 },
  refund: { kind: 'refund', sign: -1 },
  refund_reversal: { kind: 'refund', sign: 1 },
  dispute: { kind: 'dispute', sign: -1 },
  dispute_reversal: { kind: 'dispute', sign: 1 },
  payment_fees: { kind: 'payment', isFee: true, sign: 1 },
  refund_fees: { kind: 'refund', isFee: true, sign: 1 },
  refund_fees_reversal: { kind: 'refund', isFee: true, sign: -1 },
  dispute_fees: { kind: 'dispute', isFee: true, sign: 1 },
  dispute_fees_reversal: { kind: 'dispute', isFee: true, sign: -1 },
}

/** The kind of object that an entry belongs to; null if it belongs to no payment. */
export function kindOfEntry(entry: Fields): Movement['kind'] | null {
  const type = textOf(entry.event_type) ?? ''
  return entryOf(entryKinds, type)?.kind ?? null
}

const usualDelayMs = 10 * minuteMs

/** An entry of the ledger with its object and payment. */
export function readEntry({ object, payment, ...entry }: Fields): Reading {
  const type = textOf(entry.event_type) ?? ''
  const known = entryOf(entryKinds, type)
  if (known === undefined) return { facts: [] }
  const { kind, isFee = false, sign } = known
  need(object ?? null, kind)
  const booked = bookedOf({ entry, object: fieldsOf(object), payment: fieldsOf(payment), kind })
  if (isFee) return feeOf(booked, sign)
  const movement = { ...booked.movement, grossMinor: sign * booked.paidMinor }
  const moved = { ...movement, bookedMinor: sign * booked.minor, feeMinor: 0 }
  if (kind !== 'dispute') return { facts: [], movements: [moved] }
  // The ledger shows when a dispute took money and returned it; the dispute itself does not.
  const at = entry.created_at
  const how = sign === -1 ? 'dispute.lost' : 'dispute.won'
  return { facts: event(how, fieldsOf(object), at), movements: [moved] }
}

interface Entry {
  entry: Fields
  object: Fields
  payment: Fields
  kind: Movement['kind']
}

/** The common fields of an entry's movements: its amount as booked, and in the currency that was paid in. */
function bookedOf({ entry, object, payment, kind }: Entry) {
  const feeCurrency = currencyOf(entry.currency)
  const minor = smallestUnits(entry.amount, feeCurrency)
  const currency = currencyOf(payment.currency)
  const paid = kind === 'payment' ? payment.total_amount : (object.amount ?? payment.total_amount)
  const bookedMs = need(timeOf(entry.created_at), 'created_at')
  // Objects are dated by their creation, and booked somewhat later, possibly on another day.
  const atMs = kind === 'dispute' ? bookedMs : (timeOf(object.created_at) ?? bookedMs)
  return {
    minor,
    paidMinor: feeCurrency === currency ? minor : smallestUnits(paid, currency),
    payment,
    movement: {
      id: need(textOf(entry.id), 'id'),
      kind,
      paymentRef: need(textOf(payment.payment_id), 'payment id'),
      objectId: need(textOf(entry.reference_object_id), 'reference'),
      ...{ atMs, recordedByMs: Math.max(atMs, bookedMs) + usualDelayMs },
      ...{ currency, feeCurrency },
    },
  }
}

/** A fee has a separate entry, which moves nothing else. Its rate is that at which the payment was settled. */
function feeOf({ minor, payment, movement }: ReturnType<typeof bookedOf>, sign: 1 | -1): Reading {
  const { id, kind, paymentRef, atMs, currency, feeCurrency } = movement
  const feeMinor = sign * minor
  const paidMinor = smallestUnits(payment.total_amount, currency)
  const settled = payment.settlement_currency === feeCurrency ? payment.settlement_amount : null
  const isExchanged = feeCurrency !== currency && settled != null
  const facts = feeFacts({
    ...{ provider: 'dodopayments', ids: [paymentRef], feeId: id, of: kind },
    ...{ currency: feeCurrency, atMs, ofMinor: kind === 'payment' ? paidMinor : -paidMinor },
    ...(isExchanged && { bookedMinor: smallestUnits(settled, feeCurrency) }),
    amounts: { [kind === 'dispute' ? 'dispute' : 'platform']: feeMinor },
  })
  return { facts, movements: [{ ...movement, grossMinor: 0, bookedMinor: 0, feeMinor }] }
}
