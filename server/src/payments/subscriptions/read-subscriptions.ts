import type { Site } from '../../sites/site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { findRate } from '../rates/find-rate.ts'
import {
  addUpMrr,
  customerOf,
  type FindSpanRate,
  type KnownSubscription,
  subscriptionMrr,
} from './customer-mrr.ts'
import type { SubscriptionHistory } from './fold-subscription.ts'
import type { CustomerMrr, DayMrr } from './mrr-movements.ts'
import { listSubscriptions } from './subscription-rows.ts'

/** A customer with the subscriptions that make its MRR. */
export interface Customer extends CustomerMrr {
  subscriptions: KnownSubscription[]
}

export interface SiteSubscriptions {
  customers: Customer[]
  withoutRate: string[]
}

/** Few enough that requests and hits get a turn between two reads. */
const readAtOnce = 500

/** All customers of a site with their MRR in its currency. */
export async function readSubscriptions(
  control: Pick<ControlStore, 'db'>,
  site: Site,
): Promise<SiteSubscriptions> {
  const rateOf = rememberedRates(control, site)
  const parts = new Map<string, { days: DayMrr[][]; subscriptions: KnownSubscription[] }>()
  const withoutRate = new Set<string>()
  let after = { provider: '', subscription_id: '' }
  for (;;) {
    const rows = await listSubscriptions(control.db, site.id, { after, limit: readAtOnce })
    for (const row of rows) {
      // The row holds what `recordSubscriptions` made.
      const history = JSON.parse(row.history ?? '') as Omit<SubscriptionHistory, 'customerId'>
      const { provider, subscription_id: subscriptionId, customer_id: customerId } = row
      const subscription = { ...history, provider, subscriptionId, customerId }
      const mrr = await subscriptionMrr(subscription, site, rateOf)
      for (const currency of mrr.withoutRate) withoutRate.add(currency)
      const id = customerOf(subscription)
      const part = parts.get(id) ?? { days: [], subscriptions: [] }
      parts.set(id, part)
      part.days.push(mrr.days)
      part.subscriptions.push(subscription)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < readAtOnce) break
    after = last
    await new Promise(setImmediate)
  }
  return {
    customers: [...parts].map(([id, { days, subscriptions }]) => ({
      ...addUpMrr(id, days),
      subscriptions,
    })),
    withoutRate: [...withoutRate].sort(),
  }
}

function rememberedRates({ db }: Pick<ControlStore, 'db'>, site: Site): FindSpanRate {
  const rates = new Map<string, ReturnType<FindSpanRate>>()
  return (from, day) => {
    const name = `${from} ${day}`
    const question = { from, to: site.currency, day }
    const known =
      rates.get(name) ?? findRate(db, question).then((rate) => rate && { ...question, ...rate })
    rates.set(name, known)
    return known
  }
}
