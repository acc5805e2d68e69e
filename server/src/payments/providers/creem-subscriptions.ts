import { entryOf } from '../../entry-of.ts'
import type {
  BillingUnit,
  SubscriptionFact,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  need,
  textOf,
  timeOf,
  wholeOf,
} from './wire/fields.ts'
import { subscriptionFact, trialOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
  scheduled_cancel: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  canceled: 'ended',
  expired: 'ended',
}

const periods: Readonly<Record<string, readonly [BillingUnit, number]>> = {
  'every-day': ['day', 1],
  'every-week': ['week', 1],
  'every-month': ['month', 1],
  'every-three-months': ['month', 3],
  'every-six-months': ['month', 6],
  'every-year': ['year', 1],
}

/** The subscription in a Creem event, which always contains all of it, with the product's price. */
export function creemSubscriptions(
  type: string,
  subscription: Fields,
  atMs: number | null,
): SubscriptionFact[] {
  if (!type.startsWith('subscription.')) return []
  const product = fieldsOf(subscription.product)
  if (subscription.status == null) return []
  const status = need(entryOf(statuses, textOf(subscription.status)) ?? null, 'status')
  const [unit, unitCount] = need(entryOf(periods, textOf(product.billing_period)) ?? null, 'period')
  const currency = currencyOf(product.currency)
  const startedMs = timeOf(subscription.created_at)
  const isReduced = (wholeOf(fieldsOf(subscription.last_transaction).discount_amount) ?? 0) > 0
  const periodEndMs = timeOf(subscription.current_period_end_date)
  const units = listOf(subscription.items).map((item) => wholeOf(fieldsOf(item).units) ?? 1)
  const endedMs = status === 'ended' ? timeOf(subscription.canceled_at) : null
  return [
    subscriptionFact({
      provider: 'creem',
      subscriptionId: need(textOf(subscription.id), 'subscription id'),
      customerId: idOf(subscription.customer),
      atMs: endedMs ?? timeOf(subscription.updated_at) ?? atMs,
      state: {
        status,
        currency,
        items: [
          {
            plan: textOf(product.name) ?? textOf(product.id) ?? '',
            unitMinor: String(smallestUnits(product.price, currency)),
            quantity: units.length === 0 ? 1 : units.reduce((sum, one) => sum + one, 0),
            unit,
            unitCount,
          },
        ],
        // The discount of the last bill; whether it applies to the next one is not stated.
        discountIds: isReduced ? ['last_transaction'] : [],
        cancelAtMs: subscription.status === 'scheduled_cancel' ? periodEndMs : null,
      },
      startedMs,
      trial: status === 'trialing' ? trialOf(startedMs, periodEndMs) : null,
    }),
  ]
}
