import { entryOf } from '../../entry-of.ts'
import type {
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionState,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { periodsAfter, subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const provider = 'paypal'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  APPROVAL_PENDING: 'pending',
  APPROVED: 'pending',
  ACTIVE: 'active',
  SUSPENDED: 'paused',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
}

/** A webhook names a plan and no price, so it can only report states in which nothing is paid. */
export function paypalSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  if (!type.startsWith('BILLING.SUBSCRIPTION.')) return []
  const subscription = fieldsOf(body.resource)
  const status = entryOf(statuses, textOf(subscription.status))
  if (status !== 'paused' && status !== 'ended') return []
  const atMs = timeOf(subscription.status_update_time) ?? timeOf(body.create_time)
  return [subscriptionFact({ ...aboutOf(subscription), atMs, state: stateOf(status, []) })]
}

function aboutOf(subscription: Fields) {
  return {
    ...{ provider, subscriptionId: need(textOf(subscription.id), 'subscription id') },
    customerId: textOf(fieldsOf(subscription.subscriber).payer_id),
  }
}

function stateOf(
  status: SubscriptionStatus,
  items: SubscriptionItem[],
  currency = '',
): SubscriptionState {
  return { status, currency, items, discountIds: [], cancelAtMs: null }
}

/**
 * The state of a subscription that was read from the account with its plan. A cycle of the plan is a trial or the
 * regular one; those before the regular one run a stated number of times.
 */
export function paypalSubscriptionReading(
  subscription: Fields,
  readMs: number,
): SubscriptionFact[] {
  if (subscription.status == null) return []
  const status = need(entryOf(statuses, textOf(subscription.status)) ?? null, 'status')
  const plan = fieldsOf(subscription.plan)
  const startedMs = timeOf(subscription.start_time)
  const cycles = listOf(plan.billing_cycles)
    .map(fieldsOf)
    .toSorted((a, b) => (wholeOf(a.sequence) ?? 0) - (wholeOf(b.sequence) ?? 0))
  const { cycle, trialEndMs } = cycleAt(cycles, startedMs, readMs)
  const isTrialing = status === 'active' && trialEndMs !== null && readMs < trialEndMs
  const changedMs = timeOf(subscription.status_update_time)
  const { item, currency } = itemOf(cycle, subscription)
  return [
    {
      ...subscriptionFact({
        ...{ ...aboutOf(subscription), startedMs, trial: trialOf(startedMs, trialEndMs) },
        atMs: status === 'ended' || status === 'paused' ? changedMs : null,
        state: stateOf(isTrialing ? 'trialing' : status, [item], currency),
      }),
      how: 'reading',
    },
  ]
}

/** The cycle that is charged at a moment, and when the free ones before it are over. */
function cycleAt(cycles: readonly Fields[], startedMs: number | null, atMs: number) {
  let [endMs, trialEndMs] = [startedMs, null as number | null]
  const regular = cycles.find(({ tenure_type }) => tenure_type !== 'TRIAL') ?? {}
  for (const cycle of cycles) {
    if (cycle === regular || endMs === null) break
    const { unit, unitCount } = frequencyOf(cycle)
    endMs = periodsAfter(endMs, unit, unitCount * (wholeOf(cycle.total_cycles) ?? 1))
    const isFree = priceOf(cycle) === null || Number(fieldsOf(priceOf(cycle)).value) === 0
    if (isFree) trialEndMs = endMs
    else if (atMs < endMs) return { cycle, trialEndMs }
  }
  return { cycle: regular, trialEndMs }
}

const priceOf = (cycle: Fields) => fieldsOf(cycle.pricing_scheme).fixed_price ?? null

function frequencyOf(cycle: Fields) {
  const { interval_unit, interval_count } = fieldsOf(cycle.frequency)
  const unit = need(unitOf(interval_unit), 'frequency')
  return { unit, unitCount: Math.max(wholeOf(interval_count) ?? 1, 1) }
}

/** Tiers have no fixed price. Taxes count if the price includes them; shipping does not. */
function itemOf(cycle: Fields, { plan, plan_id, quantity }: Fields) {
  const price = fieldsOf(priceOf(cycle))
  const known = price.currency_code == null ? '' : currencyOf(price.currency_code)
  const item: SubscriptionItem = {
    plan: textOf(fieldsOf(plan).name) ?? textOf(plan_id) ?? '',
    unitMinor: known === '' ? null : String(majorUnits(price.value, known)),
    quantity: wholeOf(quantity) ?? 1,
    ...frequencyOf(cycle),
  }
  return { item, currency: known }
}
