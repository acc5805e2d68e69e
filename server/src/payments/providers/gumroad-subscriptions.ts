import { entryOf } from '../../entry-of.ts'
import type {
  BillingUnit,
  SubscriptionFact,
  SubscriptionState,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact } from './wire/subscriptions.ts'

const provider = 'gumroad'

const recurrences: Readonly<Record<string, readonly [BillingUnit, number]>> = {
  monthly: ['month', 1],
  quarterly: ['month', 3],
  biannually: ['month', 6],
  yearly: ['year', 1],
  every_two_years: ['year', 2],
}

/**
 * The changes of a membership in a Gumroad ping: what a charge paid and for which period, upgrades, and the end. A
 * cancellation has no effect before the end, and a restarted membership is charged.
 */
export function gumroadSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  const subscriptionId = textOf(body.subscription_id)
  if (subscriptionId === null) return []
  return entryOf(readers, type)?.(body, subscriptionId) ?? []
}

const readers: Readonly<Record<string, (ping: Fields, id: string) => SubscriptionFact[]>> = {
  sale: chargeFacts,
  subscription_updated: upgradeFacts,
  subscription_ended: (ping, id) => gumroadEnd(id, timeOf(ping.ended_at)),
}

const isTrue = (value: unknown) => value === true || value === 'true'

/**
 * A later charge may be for the rest of a period, when it comes with an upgrade: so it is treated as a reading, which
 * an event of the same hour replaces.
 */
function chargeFacts(ping: Fields, subscriptionId: string): SubscriptionFact[] {
  const atMs = timeOf(ping.sale_timestamp)
  const period = entryOf(recurrences, textOf(ping.recurrence))
  if (period === undefined || atMs === null) return []
  if (isTrue(ping.is_preorder_authorization) || isTrue(ping.is_gift_receiver_purchase)) return []
  const currency = currencyOf(ping.currency)
  const priced = { minor: smallestUnits(ping.price, currency), currency, period }
  const fact = subscriptionFact({
    ...{ provider, subscriptionId, customerId: textOf(ping.purchaser_id), atMs },
    state: stateOf(textOf(ping.product_name), priced),
  })
  return [isTrue(ping.is_recurring_charge) ? { ...fact, how: 'reading' } : fact]
}

/** A downgrade takes effect with the next charge, which states the price. */
function upgradeFacts(ping: Fields, subscriptionId: string): SubscriptionFact[] {
  const plan = fieldsOf(ping.new_plan)
  const period = entryOf(recurrences, textOf(plan.recurrence))
  const [atMs, minor] = [timeOf(ping.effective_as_of), wholeOf(plan.price_cents)]
  if (ping.type !== 'upgrade' || period === undefined || atMs === null || minor === null) return []
  // The ping names no currency: it is that of the charges.
  const state = stateOf(textOf(ping.product_name), { minor, currency: '', period })
  return [subscriptionFact({ provider, subscriptionId, atMs, state })]
}

/** The end of a membership. */
export function gumroadEnd(subscriptionId: string, atMs: number | null): SubscriptionFact[] {
  if (atMs === null) return []
  const state: SubscriptionState = {
    ...{ status: 'ended', currency: '', items: [], discountIds: [], cancelAtMs: null },
  }
  return [subscriptionFact({ provider, subscriptionId, atMs, state })]
}

/** The price for the whole quantity, less the discount of an offer code. */
function stateOf(
  product: string | null,
  paid: { minor: number; currency: string; period: readonly [BillingUnit, number] },
): SubscriptionState {
  const [unit, unitCount] = paid.period
  const item = { plan: product ?? '', unitMinor: String(paid.minor), quantity: 1, unit, unitCount }
  const { currency } = paid
  return { status: 'active', currency, items: [item], discountIds: [], cancelAtMs: null }
}
