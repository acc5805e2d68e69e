import type { Site } from '../../sites/site.ts'
import {
  addUpMrr,
  customerOf,
  type FindSpanRate,
  type KnownSubscription,
  subscriptionMrr,
} from './customer-mrr.ts'
import type { SubscriptionHistory } from './fold-subscription.ts'
import type { CustomerMrr, DayMrr } from './mrr-movements.ts'
import type { StoredSubscription } from './stored-subscriptions.ts'

/** A customer with the subscriptions that make its MRR. */
export interface Customer extends CustomerMrr {
  subscriptions: KnownSubscription[]
}

export interface SiteSubscriptions {
  customers: Customer[]
  withoutRate: string[]
}

/** All customers of a site with their MRR in its currency. */
export function customersOfSite(
  stored: readonly StoredSubscription[],
  site: Pick<Site, 'currency' | 'timezone'>,
  rateOf: FindSpanRate,
): SiteSubscriptions {
  const parts = new Map<string, { days: DayMrr[][]; subscriptions: KnownSubscription[] }>()
  const withoutRate = new Set<string>()
  for (const { history, ...ids } of stored) {
    // The text is what `recordSubscriptions` made.
    const known = JSON.parse(history) as Omit<SubscriptionHistory, 'customerId'>
    const subscription = { ...known, ...ids }
    const mrr = subscriptionMrr(subscription, site, rateOf)
    for (const currency of mrr.withoutRate) withoutRate.add(currency)
    const id = customerOf(subscription)
    const part = parts.get(id) ?? { days: [], subscriptions: [] }
    parts.set(id, part)
    part.days.push(mrr.days)
    part.subscriptions.push(subscription)
  }
  return {
    customers: [...parts].map(([id, { days, subscriptions }]) => ({
      ...addUpMrr(id, days),
      subscriptions,
    })),
    withoutRate: [...withoutRate].sort(),
  }
}
