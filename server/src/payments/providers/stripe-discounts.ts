import { hourMs } from '../../time/durations.ts'
import {
  type Discount,
  idOfCustomer,
  type SubscriptionFact,
} from '../subscriptions/subscription-fact.ts'
import { stripeMoney } from './stripe-fees.ts'
import { type Fields, fieldsOf, idOf, listOf, secondsOf, textOf, wholeOf } from './wire/fields.ts'
import { percentText, subscriptionFact } from './wire/subscriptions.ts'

const provider = 'stripe'

/** Events for when a discount of a subscription or of a customer begins and ends. */
export const stripeDiscountTypes = [
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
] as const

/** An event's facts about a discount: of one subscription, or of all that a customer has. */
export function discountEventFacts(
  type: string,
  object: Fields,
  atMs: number | null,
): SubscriptionFact[] {
  const [subscriptionId, customerId] = [idOf(object.subscription), idOf(object.customer)]
  const [known] = discountOf(object)
  if (known === undefined) return []
  const isOver = type === 'customer.discount.deleted'
  const discount = isOver && atMs !== null ? { ...known, endMs: endOf(known, atMs) } : known
  if (subscriptionId !== null) {
    const about = { provider, subscriptionId, customerId, atMs, state: null }
    return [subscriptionFact({ ...about, discounts: [discount] })]
  }
  const others = [object.invoice, object.invoice_item, object.checkout_session]
  if (customerId === null || others.some((one) => one != null)) return []
  return [customerFact(customerId, { ...object, discount }, atMs)]
}

/** One that ended by itself is deleted some time later. */
function endOf({ endMs }: Discount, atMs: number): number {
  return endMs === null ? atMs : Math.min(endMs, atMs)
}

/** The discount of a customer that was read from the account. */
export function stripeCustomerReading(customer: Fields): SubscriptionFact[] {
  const object = fieldsOf(customer.discount)
  const [discount] = discountOf(object)
  const customerId = idOf(customer)
  if (discount === undefined || customerId === null) return []
  return [{ ...customerFact(customerId, { ...object, discount }, null), how: 'reading' }]
}

function customerFact(
  customerId: string,
  { start, discount }: Fields & { discount: Discount },
  atMs: number | null,
): SubscriptionFact {
  const startMs = secondsOf(start) ?? atMs
  return subscriptionFact({
    ...{ provider, subscriptionId: idOfCustomer(customerId), customerId, atMs, state: null },
    discounts: [startMs === null ? discount : { ...discount, startMs }],
    isOfCustomer: true,
  })
}

/** The reduction of a discount. Since API 2025-09-30 it refers to its coupon only by its id. */
export function discountOf(discount: Fields): Discount[] {
  const coupon = fieldsOf(discount.coupon ?? fieldsOf(discount.source).coupon)
  const id = idOf(discount)
  if (id === null) return []
  const known = { id, endMs: secondsOf(discount.end) }
  if (textOf(coupon.duration) === null) return [{ ...known, size: 'unknown' }]
  if (coupon.duration === 'once') return [known]
  const percentOff = textOf(coupon.percent_off) ?? numberText(coupon.percent_off)
  if (percentOff !== null) return [{ ...known, percentOff }]
  const { amountMinor, currency } = stripeMoney(coupon.amount_off, coupon.currency)
  return [{ ...known, amountOffMinor: amountMinor, currency }]
}

/**
 * What a discount took off the recurring lines of a bill, which every version of the API states. With several
 * discounts on one bill their order is not stated, so the result is empty.
 */
export function billDiscountFacts(invoice: Fields, atMs: number | null): SubscriptionFact[] {
  const details = fieldsOf(fieldsOf(invoice.parent).subscription_details)
  const subscriptionId = idOf(details.subscription) ?? idOf(invoice.subscription)
  const { data, has_more } = fieldsOf(invoice.lines)
  if (subscriptionId === null || atMs === null || has_more === true) return []
  const lines = listOf(data).map(fieldsOf).filter(isWholePeriod)
  const offs = lines.flatMap((line) => listOf(line.discount_amounts).map(fieldsOf))
  const [id, ...otherIds] = new Set(offs.flatMap(({ discount }) => idOf(discount) ?? []))
  const sum = (some: readonly Fields[]) =>
    some.reduce((total, { amount }) => total + (wholeOf(amount) ?? 0), 0)
  const [off, whole] = [sum(offs), sum(lines)]
  if (id === undefined || otherIds.length > 0 || off <= 0 || off > whole) return []
  const paidMs = secondsOf(fieldsOf(invoice.status_transitions).paid_at) ?? atMs
  const discount: Discount = {
    ...{ id, percentOff: percentText(off, whole), endMs: null },
    // The first bill is paid a little after the subscription began.
    ...{ size: 'measured', measuredMs: paidMs - hourMs },
  }
  const about = { provider, subscriptionId, customerId: idOf(invoice.customer), atMs: paidMs }
  return [subscriptionFact({ ...about, state: null, discounts: [discount] })]
}

/** Lines of the subscription, without those for a part of a period. */
function isWholePeriod(line: Fields): boolean {
  const parent = fieldsOf(line.parent)
  const item = fieldsOf(parent.subscription_item_details)
  const isOfSubscription =
    line.type === 'subscription' || parent.type === 'subscription_item_details'
  return isOfSubscription && line.proration !== true && item.proration !== true
}

const numberText = (value: unknown) => (typeof value === 'number' ? String(value) : null)
