import { entryOf } from '../../entry-of.ts'
import type {
  Discount,
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { percentText, subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'ended',
}

/** The subscription in a Paddle event, which always contains all of it. */
export function paddleSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  if (type === 'transaction.completed') return discountFacts(fieldsOf(body.data))
  if (!type.startsWith('subscription.')) return []
  const subscription = fieldsOf(body.data)
  if (subscription.status == null) return []
  const status = need(entryOf(statuses, textOf(subscription.status)) ?? null, 'status')
  const currency = currencyOf(subscription.currency_code)
  const items = listOf(subscription.items).map(fieldsOf)
  const trial = fieldsOf(items.map(({ trial_dates }) => trial_dates).find((dates) => dates != null))
  const scheduled = fieldsOf(subscription.scheduled_change)
  const changedMs = timeOf(subscription.updated_at) ?? timeOf(body.occurred_at)
  const endedMs = status === 'ended' ? timeOf(subscription.canceled_at) : null
  const discount = fieldsOf(subscription.discount)
  const discountId = textOf(discount.id)
  return [
    subscriptionFact({
      provider: 'paddle',
      subscriptionId: need(textOf(subscription.id), 'subscription id'),
      customerId: textOf(subscription.customer_id),
      atMs: endedMs ?? changedMs,
      state: {
        status,
        currency,
        // Charged once, with the first bill.
        items: items
          .filter(({ recurring }) => recurring !== false)
          .map((item) => itemOf(item, currency)),
        // Only named here; its size is in the transactions that it reduced.
        discountIds: discountId === null ? [] : [discountId],
        cancelAtMs: scheduled.action === 'cancel' ? timeOf(scheduled.effective_at) : null,
      },
      startedMs: timeOf(subscription.started_at) ?? timeOf(subscription.created_at),
      trial: trialOf(timeOf(trial.starts_at), timeOf(trial.ends_at)),
      discounts:
        discountId === null
          ? []
          : [{ id: discountId, endMs: timeOf(discount.ends_at), size: 'unknown' }],
    }),
  ]
}

function itemOf(item: Fields, currency: string): SubscriptionItem {
  const price = fieldsOf(item.price)
  const product = textOf(fieldsOf(item.product).name)
  const cycle = fieldsOf(price.billing_cycle)
  return {
    plan: textOf(price.name) ?? product ?? textOf(price.id) ?? '',
    ...(product !== null && { product }),
    unitMinor: String(smallestUnits(fieldsOf(price.unit_price).amount, currency)),
    quantity: wholeOf(item.quantity) ?? 1,
    unit: need(unitOf(cycle.interval), 'billing cycle'),
    unitCount: Math.max(wholeOf(cycle.frequency) ?? 1, 1),
  }
}

/** The share of a bill's recurring amount that a discount took off, whether it is an amount or a percentage. */
function discountFacts(transaction: Fields): SubscriptionFact[] {
  const subscriptionId = textOf(transaction.subscription_id)
  const id = textOf(transaction.discount_id)
  if (subscriptionId === null || id === null) return []
  const recurring = new Set(
    listOf(transaction.items)
      .map((item) => fieldsOf(fieldsOf(item).price))
      .flatMap((price) => (price.billing_cycle == null ? [] : (textOf(price.id) ?? []))),
  )
  // A prorated line is no whole bill.
  const lines = listOf(fieldsOf(transaction.details).line_items)
    .map(fieldsOf)
    .filter((line) => recurring.has(textOf(line.price_id) ?? '') && line.proration == null)
  const sum = (name: string) =>
    lines.reduce((total, line) => total + (wholeOf(fieldsOf(line.totals)[name]) ?? 0), 0)
  const [off, whole] = [sum('discount'), sum('subtotal')]
  if (whole <= 0 || off < 0 || off > whole) return []
  const percentOff = percentText(off, whole)
  const atMs = timeOf(transaction.billed_at) ?? timeOf(transaction.created_at)
  const discounts: Discount[] = [{ id, percentOff, endMs: null, size: 'measured' }]
  return [subscriptionFact({ provider: 'paddle', subscriptionId, atMs, state: null, discounts })]
}
