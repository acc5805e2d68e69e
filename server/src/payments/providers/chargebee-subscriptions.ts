import { entryOf } from '../../entry-of.ts'
import type {
  Discount,
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, listOf, need, secondsOf, textOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  future: 'pending',
  in_trial: 'trialing',
  active: 'active',
  non_renewing: 'active',
  paused: 'paused',
  cancelled: 'ended',
  transferred: 'ended',
}

/** The subscription in a Chargebee event, which always contains all of it. */
export function chargebeeSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  if (!type.startsWith('subscription_')) return []
  const content = fieldsOf(body.content)
  const subscription = fieldsOf(content.subscription)
  if (subscription.status == null) return []
  const status = need(entryOf(statuses, textOf(subscription.status)) ?? null, 'status')
  const currency = currencyOf(subscription.currency_code)
  const cancelledMs = secondsOf(subscription.cancelled_at)
  const changedMs = secondsOf(subscription.updated_at) ?? secondsOf(body.occurred_at)
  const discounts = listOf(subscription.discounts).map(fieldsOf)
  const coupons = listOf(subscription.coupons).map(fieldsOf)
  return [
    subscriptionFact({
      provider: 'chargebee',
      subscriptionId: need(textOf(subscription.id), 'subscription id'),
      customerId: textOf(fieldsOf(content.customer).id) ?? textOf(subscription.customer_id),
      atMs: (status === 'ended' ? cancelledMs : null) ?? changedMs,
      state: {
        status,
        currency,
        items: itemsOf(subscription, currency),
        // The event does not contain a coupon's size, so it is unknown.
        discountIds: [
          ...discounts.flatMap(({ id }) => textOf(id) ?? []),
          ...coupons.flatMap(({ coupon_id }) => textOf(coupon_id) ?? []),
        ],
        cancelAtMs: subscription.status === 'non_renewing' ? cancelledMs : null,
      },
      startedMs: secondsOf(subscription.started_at) ?? secondsOf(subscription.created_at),
      trial: trialOf(secondsOf(subscription.trial_start), secondsOf(subscription.trial_end)),
      discounts: discounts.flatMap((one) => discountOf(one, currency)),
    }),
  ]
}

/**
 * Items of the product catalog 2.0, or the plan and addons of 1.0. Charges recur only if the merchant says so each
 * time.
 */
function itemsOf(subscription: Fields, currency: string): SubscriptionItem[] {
  const items = listOf(subscription.subscription_items).map(fieldsOf)
  const plan = {
    ...{ item_price_id: subscription.plan_id, amount: subscription.plan_amount },
    ...{ unit_price: subscription.plan_unit_price, quantity: subscription.plan_quantity },
  }
  const addons = listOf(subscription.addons)
    .map(fieldsOf)
    .map((addon) => ({ ...addon, item_price_id: addon.id }))
  const all = items.length > 0 ? items : [plan, ...addons]
  return all
    .filter((item: Fields) => item.item_type !== 'charge')
    .map((item: Fields) => itemOf(item, subscription, currency))
}

function itemOf(item: Fields, subscription: Fields, currency: string): SubscriptionItem {
  // With several frequencies, each item has its own.
  const period = item.billing_period_unit == null ? subscription : item
  const amount = wholeOf(item.amount)
  const price = amount ?? wholeOf(item.unit_price)
  return {
    plan: textOf(item.item_price_id) ?? '',
    // `amount` is of the whole quantity, and the only one of tiers.
    unitMinor: price === null ? null : String(smallestUnits(price, currency)),
    quantity: amount === null ? (wholeOf(item.quantity) ?? 1) : 1,
    unit: need(unitOf(period.billing_period_unit), 'billing period'),
    unitCount: Math.max(wholeOf(period.billing_period) ?? 1, 1),
  }
}

function discountOf(discount: Fields, currency: string): Discount[] {
  const id = textOf(discount.id)
  const ofAll = discount.apply_on == null || discount.apply_on === 'invoice_amount'
  if (id === null || !ofAll) return []
  const known = { id, endMs: secondsOf(discount.apply_till) }
  if (discount.duration_type === 'one_time') return [known]
  const { percentage } = discount
  if (typeof percentage === 'number') return [{ ...known, percentOff: String(percentage) }]
  const off = wholeOf(discount.amount)
  return off === null ? [] : [{ ...known, amountOffMinor: smallestUnits(off, currency) }]
}
