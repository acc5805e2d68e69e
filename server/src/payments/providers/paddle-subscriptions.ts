import type {
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  canceled: 'ended',
}

/** What a Paddle event says about a subscription; each carries the whole of it. */
export function paddleSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  if (!type.startsWith('subscription.')) return []
  const subscription = fieldsOf(body.data)
  if (subscription.status == null) return []
  const status = need(statuses[textOf(subscription.status) ?? ''] ?? null, 'status')
  const currency = currencyOf(subscription.currency_code)
  const items = listOf(subscription.items).map(fieldsOf)
  const trial = fieldsOf(items.map(({ trial_dates }) => trial_dates).find((dates) => dates != null))
  const scheduled = fieldsOf(subscription.scheduled_change)
  const changedMs = timeOf(subscription.updated_at) ?? timeOf(body.occurred_at)
  const endedMs = status === 'ended' ? timeOf(subscription.canceled_at) : null
  const discountId = textOf(fieldsOf(subscription.discount).id)
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
        // Paddle names a discount here, and not its size.
        discountIds: discountId === null ? [] : [discountId],
        cancelAtMs: scheduled.action === 'cancel' ? timeOf(scheduled.effective_at) : null,
      },
      startedMs: timeOf(subscription.started_at) ?? timeOf(subscription.created_at),
      trial: trialOf(timeOf(trial.starts_at), timeOf(trial.ends_at)),
    }),
  ]
}

function itemOf(item: Fields, currency: string): SubscriptionItem {
  const price = fieldsOf(item.price)
  const cycle = fieldsOf(price.billing_cycle)
  return {
    plan: textOf(fieldsOf(item.product).name) ?? textOf(price.id) ?? '',
    unitMinor: String(smallestUnits(fieldsOf(price.unit_price).amount, currency)),
    quantity: wholeOf(item.quantity) ?? 1,
    unit: need(unitOf(cycle.interval), 'billing cycle'),
    unitCount: Math.max(wholeOf(cycle.frequency) ?? 1, 1),
  }
}
