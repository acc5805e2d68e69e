import { minuteMs } from '../../../time/durations.ts'
import type { MoneyFact } from '../../ledger/money-fact.ts'
import { gumroad } from '../../providers/gumroad.ts'
import { gumroadEnd, gumroadSubscriptions } from '../../providers/gumroad-subscriptions.ts'
import { currencyOf, majorUnits } from '../../providers/wire/amounts.ts'
import { type Fields, need, textOf, wholeOf } from '../../providers/wire/fields.ts'
import type { SubscriptionFact } from '../../subscriptions/subscription-fact.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const usualDelayMs = 10 * minuteMs

/**
 * A sale as it was when it was read, as the pings that Gumroad sent about it. Gumroad does not say when money was
 * returned: during an import it is dated at the sale, later at the moment it was found.
 */
export function readSale({ readMs, isPast, ...sale }: Fields): Reading {
  const currency = currencyOf(sale.currency)
  const id = need(textOf(sale.id), 'id')
  const paid = pinged('sale', pingOf(sale))
  const payment = paid.find((fact) => fact.kind === 'payment')
  const subscriptions = membershipOf(sale, Number(readMs))
  if (payment === undefined) return { facts: [], subscriptions }
  const atMs = need(payment.paidAtMs, 'created_at')
  const { amountMinor } = payment
  const refundedMinor = refundedOf(sale, amountMinor, currency)
  const isLost = sale.disputed === true && sale.dispute_won !== true
  const facts = [
    ...paid,
    ...backOf(sale, { id, currency, atMs: isPast === true ? atMs : null, refundedMinor }),
  ]
  const movement = (kind: Movement['kind'], grossMinor: number, feeMinor: number): Movement => ({
    // The id of the sale's fee, the same for every sale.
    id: kind === 'payment' ? `${id}:sale` : `${id}:${kind}`,
    ...{ kind, paymentRef: id, objectId: kind === 'dispute' ? `dispute:${id}` : id, atMs },
    // The money may have been returned on any day until the sale was read.
    recordedByMs: kind === 'payment' ? atMs + usualDelayMs : Number(readMs),
    ...{ currency, grossMinor, feeCurrency: currency, feeMinor, bookedMinor: grossMinor },
  })
  const lostMinor = isLost ? amountMinor - refundedMinor : 0
  const movements = [
    movement('payment', amountMinor, wholeOf(sale.gumroad_fee) ?? 0),
    ...(refundedMinor === 0 ? [] : [movement('refund', -refundedMinor, 0)]),
    ...(lostMinor === 0 ? [] : [movement('dispute', -lostMinor, 0)]),
  ]
  return { facts, subscriptions, movements }
}

const noonMs = 12 * 60 * minuteMs

/** An ended membership only states the day of its end; noon is that day in most time zones. */
function membershipOf(sale: Fields, readMs: number): SubscriptionFact[] {
  const body = { ...pingOf(sale), recurrence: sale.subscription_duration }
  const facts = gumroadSubscriptions({ key: '', type: 'sale', isTest: false, body })
  const id = textOf(sale.subscription_id)
  const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(sale.subscription_end_date) ?? '')?.[0]
  const endMs = day === undefined ? Number.NaN : Date.parse(day) + noonMs
  return id === null || !(endMs <= readMs) ? facts : [...facts, ...gumroadEnd(id, endMs)]
}

/** A sale in the form of a ping. */
function pinged(resource: string, ping: Fields): MoneyFact[] {
  const event = { key: '', type: resource, isTest: false, body: ping }
  return gumroad.translate(event, { body: Buffer.alloc(0), headers: {} })
}

/** A sale of the API with the field names of pings. */
function pingOf(sale: Fields): Fields {
  return {
    ...sale,
    sale_id: sale.id,
    sale_timestamp: sale.created_at,
    // The buyer's own account may have another address.
    email: sale.purchase_email ?? sale.email,
    is_recurring_charge: sale.recurring_charge,
  }
}

interface Sold {
  id: string
  currency: string
  atMs: number | null
  refundedMinor: number
}

function backOf(sale: Fields, { id, currency, atMs, refundedMinor }: Sold): MoneyFact[] {
  const about = { provider: 'gumroad', ids: [id], statedMs: null, atMs }
  const facts: MoneyFact[] = []
  if (sale.refunded === true) facts.push({ ...about, kind: 'refund', how: 'full' })
  else if (refundedMinor > 0) {
    facts.push({ ...about, kind: 'refund', how: 'total', amountMinor: refundedMinor, currency })
  }
  if (sale.disputed === true) {
    const state = sale.dispute_won === true ? 'won' : 'lost'
    const [dispute] = pinged(state === 'won' ? 'dispute_won' : 'dispute', pingOf(sale))
    if (dispute !== undefined) facts.push({ ...dispute, atMs } as MoneyFact)
  }
  return facts
}

function refundedOf(sale: Fields, amountMinor: number, currency: string): number {
  if (sale.refunded === true) return amountMinor
  if (sale.partially_refunded !== true) return 0
  return amountMinor - majorUnits(sale.amount_refundable_in_currency, currency)
}
