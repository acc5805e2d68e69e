import { entryOf } from '../../entry-of.ts'
import type {
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionState,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import {
  billDiscountFacts,
  discountEventFacts,
  discountOf,
  stripeDiscountTypes,
} from './stripe-discounts.ts'
import { stripeMoney } from './stripe-fees.ts'
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
import { subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const provider = 'stripe'

/** Every change of a subscription sends one of these events; others only repeat them. */
export const stripeSubscriptionTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  ...stripeDiscountTypes,
] as const

/** A Stripe event's facts about a subscription. */
export function stripeSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  const data = fieldsOf(body.data)
  const object = fieldsOf(data.object)
  const atMs = secondsOf(body.created)
  if (type === 'invoice.paid') return billDiscountFacts(object, atMs)
  if (stripeDiscountTypes.some((one) => one === type)) return discountEventFacts(type, object, atMs)
  if (!type.startsWith('customer.subscription.') || object.status == null) return []
  const fact = stateFact(object, atMs)
  if (type !== 'customer.subscription.updated' || data.previous_attributes == null) return [fact]
  // Without any previous attribute, the state before was the same.
  return [{ ...fact, before: stateOf(merged(object, fieldsOf(data.previous_attributes))) }]
}

/** The current state of a subscription that was read from the account. */
export function stripeSubscriptionReading(subscription: Fields): SubscriptionFact[] {
  return [{ ...stateFact(subscription, null), how: 'reading' }]
}

function stateFact(subscription: Fields, statedMs: number | null): SubscriptionFact {
  const state = stateOf(subscription)
  const endedMs = state.status === 'ended' ? secondsOf(subscription.ended_at) : null
  return subscriptionFact({
    provider,
    subscriptionId: need(idOf(subscription), 'subscription id'),
    customerId: idOf(subscription.customer),
    atMs: endedMs ?? statedMs,
    state,
    startedMs: secondsOf(subscription.start_date) ?? secondsOf(subscription.created),
    trial: trialOf(secondsOf(subscription.trial_start), secondsOf(subscription.trial_end)),
    discounts: discountsOf(subscription).flatMap((one) => discountOf(fieldsOf(one))),
  })
}

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'paused',
  paused: 'paused',
  canceled: 'ended',
  incomplete: 'pending',
  incomplete_expired: 'pending',
}

function stateOf(subscription: Fields): SubscriptionState {
  const status = need(entryOf(statuses, textOf(subscription.status)) ?? null, 'status')
  const isActive = status === 'active' || status === 'past_due'
  const items = listOf(fieldsOf(subscription.items).data).map(fieldsOf)
  const { currency } = stripeMoney(0, subscription.currency ?? priceOf(items[0] ?? {}).currency)
  const ofAll = discountsOf(subscription).flatMap((one) => idOf(one) ?? [])
  const ofItems = items.flatMap((item) => listOf(item.discounts).flatMap((one) => idOf(one) ?? []))
  return {
    // A subscription whose collection is paused stays active at Stripe, and pays nothing.
    status: isActive && subscription.pause_collection != null ? 'paused' : status,
    currency,
    items: items.map((item) => itemOf(item, currency)),
    discountIds: [
      ...ofAll,
      // If only one item of several is reduced, `monthlyAmount` does not support it.
      ...(items.length === 1 ? ofItems : ofItems.map((id) => `item:${id}`)),
    ],
    ...(ofAll.length === 0 && ofItems.length > 0 && { hasItemDiscountsOnly: true }),
    cancelAtMs: secondsOf(subscription.cancel_at),
  }
}

/** A list of ids or objects since API 2024, a single object before. */
function discountsOf({ discounts, discount }: Fields): readonly unknown[] {
  const several = listOf(discounts)
  return several.length > 0 || discount == null ? several : [discount]
}

const priceOf = (item: Fields) => fieldsOf(item.price ?? item.plan)

function itemOf(item: Fields, currency: string): SubscriptionItem {
  const price = priceOf(item)
  // A plan, the predecessor of prices, has the fields itself that a price has in `recurring`.
  const recurring = price.recurring == null ? price : fieldsOf(price.recurring)
  const whole = price.unit_amount ?? price.amount
  const amount = whole ?? decimalText(price.unit_amount_decimal ?? price.amount_decimal)
  const product = textOf(fieldsOf(price.product).name) ?? idOf(price.product)
  const isFixed = price.billing_scheme !== 'tiered' && recurring.usage_type !== 'metered'
  return {
    plan: textOf(price.nickname) ?? idOf(price) ?? '',
    ...(product !== null && { product }),
    unitMinor: isFixed ? unitMinorOf(amount, currency) : null,
    quantity: quantityOf(item, price),
    unit: need(unitOf(recurring.interval), 'interval'),
    unitCount: Math.max(wholeOf(recurring.interval_count) ?? 1, 1),
  }
}

/** Decimal text in ISO's minor units; Stripe counts some currencies in others. */
function unitMinorOf(amount: unknown, currency: string): string | null {
  const text = textOf(amount)
  if (text === null) return null
  if (wholeOf(text) !== null) return String(stripeMoney(text, currency).amountMinor)
  return stripeMoney(100, currency).amountMinor === 100 ? text : null
}

/** Packages: with a price for every 10 seats begun, 12 seats are 2 units. */
function quantityOf(item: Fields, price: Fields): number {
  const quantity = wholeOf(item.quantity) ?? 1
  const { divide_by, round } = fieldsOf(price.transform_quantity)
  const size = wholeOf(divide_by) ?? 1
  if (size < 2) return quantity
  return round === 'up' ? Math.ceil(quantity / size) : Math.floor(quantity / size)
}

/** Stripe's own client makes objects of decimals, which webhooks send as text. */
const decimalText = (value: unknown) => (value == null ? null : String(value))

/** The object before an update: nested objects are merged, lists replaced. */
function merged(object: Fields, previous: Fields): Fields {
  const entries = Object.entries(previous).map(([name, value]) => {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isPart ? merged(fieldsOf(object[name]), fieldsOf(value)) : value]
  })
  return { ...object, ...Object.fromEntries(entries) }
}
