import type { Site } from '../../site.ts'
import {
  addUpMrr,
  customerOf,
  type FindSpanRate,
  type KnownSubscription,
  mrrByPart,
  type PartName,
  type SubscriptionDay,
  subscriptionMrr,
} from './customer-mrr.ts'
import type { SubscriptionHistory } from './fold-subscription.ts'
import type { CustomerMrr, DayMrr } from './mrr-movements.ts'
import type { StoredSubscription } from './stored-subscriptions.ts'

/** A customer with the subscriptions that make its MRR. */
export interface Customer extends CustomerMrr {
  subscriptions: DatedSubscription[]
}

/** A subscription with what it pays at the end of each day, in the site's currency. */
export interface DatedSubscription extends KnownSubscription {
  days: SubscriptionDay[]
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
  const parts = new Map<string, { days: DayMrr[][]; subscriptions: DatedSubscription[] }>()
  const withoutRate = new Set<string>()
  for (const { history, ...ids } of stored) {
    // The text was made by `recordSubscriptions`.
    const known = JSON.parse(history) as Omit<SubscriptionHistory, 'customerId'>
    const subscription = { ...known, ...ids }
    const mrr = subscriptionMrr(subscription, site, rateOf)
    for (const currency of mrr.withoutRate) withoutRate.add(currency)
    const id = customerOf(subscription)
    const part = parts.get(id) ?? { days: [], subscriptions: [] }
    parts.set(id, part)
    part.days.push(mrr.days)
    part.subscriptions.push({ ...subscription, days: mrr.days })
  }
  return {
    customers: [...parts].map(([id, { days, subscriptions }]) => ({
      ...addUpMrr(id, days),
      subscriptions,
    })),
    withoutRate: [...withoutRate].sort(),
  }
}

/**
 * Customers by plan or product. A customer of several is in each with what is paid for it, so a change of plan
 * leaves one and joins the other. A trial belongs to its plan or product.
 */
export function customersByPart(
  customers: readonly Customer[],
  nameOf: PartName,
): Map<string, Customer[]> {
  const byName = new Map<string, Customer[]>()
  for (const { customer, subscriptions } of customers) {
    const own = new Map<string, { days: DayMrr[][]; subscriptions: DatedSubscription[] }>()
    for (const subscription of subscriptions) {
      const { trial, points } = subscription
      const tried = points.findLast(({ atMs }) => trial !== null && atMs <= trial.startMs)
      for (const [name, days] of mrrByPart(subscription.days, nameOf)) {
        const part = own.get(name) ?? { days: [], subscriptions: [] }
        own.set(name, part)
        part.days.push(days)
        const isTried = trial === null || tried?.parts.some((one) => nameOf(one) === name)
        if (isTried) part.subscriptions.push(subscription)
      }
    }
    for (const [name, { days, subscriptions: some }] of own) {
      const known = byName.get(name) ?? []
      byName.set(name, known)
      known.push({ ...addUpMrr(customer, days), subscriptions: some })
    }
  }
  return byName
}
