import { entryOf } from '../../entry-of.ts'
import type { SubscriptionFact, SubscriptionStatus } from '../subscriptions/subscription-fact.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact, trialOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  on_trial: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'paused',
  paused: 'paused',
  // Its service continues until `ends_at`.
  cancelled: 'active',
  expired: 'ended',
}

/**
 * The subscription in a Lemon Squeezy event: its state and its trial. It names neither price, currency nor interval,
 * so it counts as one without a fixed price.
 */
export function lemonsqueezySubscriptions(
  type: string,
  id: string | null,
  attributes: Fields,
): SubscriptionFact[] {
  const isInvoice = type.startsWith('subscription_payment_')
  if (!type.startsWith('subscription_') || isInvoice || attributes.status == null) return []
  const status = need(entryOf(statuses, textOf(attributes.status)) ?? null, 'status')
  const startedMs = timeOf(attributes.created_at)
  const endsMs = timeOf(attributes.ends_at)
  const item = fieldsOf(attributes.first_subscription_item)
  return [
    subscriptionFact({
      provider: 'lemonsqueezy',
      subscriptionId: need(id, 'subscription id'),
      customerId: textOf(attributes.customer_id),
      atMs: (status === 'ended' ? endsMs : null) ?? timeOf(attributes.updated_at),
      state: {
        status,
        currency: 'USD',
        items: [
          {
            plan: textOf(attributes.variant_name) ?? textOf(attributes.product_name) ?? '',
            product: textOf(attributes.product_name) ?? '',
            ...{ unitMinor: null, quantity: wholeOf(item.quantity) ?? 1 },
            ...{ unit: 'month', unitCount: 1 },
          },
        ],
        discountIds: [],
        cancelAtMs: attributes.status === 'cancelled' ? endsMs : null,
      },
      startedMs,
      trial: trialOf(startedMs, timeOf(attributes.trial_ends_at)),
    }),
  ]
}
