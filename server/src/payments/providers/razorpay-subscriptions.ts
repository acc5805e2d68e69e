import { entryOf } from '../../entry-of.ts'
import { dayMs } from '../../time/durations.ts'
import type {
  SubscriptionFact,
  SubscriptionItem,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import { type Fields, need, secondsOf, textOf } from './wire/fields.ts'
import { periodBetween, subscriptionFact, trialOf } from './wire/subscriptions.ts'

/** States in which nothing is paid. */
const unpaid: Readonly<Record<string, SubscriptionStatus>> = {
  halted: 'paused',
  paused: 'paused',
  cancelled: 'ended',
  completed: 'ended',
  expired: 'ended',
}

/**
 * The subscription in a Razorpay event. Only a charge states a price and its period, so a paying state has those of
 * the last charge; a pending charge changes nothing.
 */
export function razorpaySubscriptions(
  { type, subscription, atMs }: { type: string; subscription: Fields; atMs: number | null },
  money: { currency: string; amountMinor: number } | null,
): SubscriptionFact[] {
  if (!type.startsWith('subscription.') || subscription.id == null) return []
  const startMs = secondsOf(subscription.start_at)
  const about = {
    provider: 'razorpay',
    subscriptionId: need(textOf(subscription.id), 'subscription id'),
    customerId: textOf(subscription.customer_id),
  }
  const stateOf = (status: SubscriptionStatus, items: SubscriptionItem[], currency = 'INR') => ({
    ...{ status, currency, items, discountIds: [], cancelAtMs: null },
  })
  const none = entryOf(unpaid, textOf(subscription.status))
  if (none !== undefined) {
    const endedMs = none === 'ended' ? secondsOf(subscription.ended_at) : null
    return [subscriptionFact({ ...about, atMs: endedMs ?? atMs, state: stateOf(none, []) })]
  }
  if (type === 'subscription.authenticated') {
    // One that begins later is a trial, like its payments.
    if (startMs === null || atMs === null || startMs < atMs + dayMs) return []
    const trial = trialOf(atMs, startMs)
    return [subscriptionFact({ ...about, atMs, state: stateOf('trialing', []), trial })]
  }
  const [fromMs, toMs] = [
    secondsOf(subscription.current_start),
    secondsOf(subscription.current_end),
  ]
  const period = fromMs === null || toMs === null ? null : periodBetween(fromMs, toMs)
  if (type !== 'subscription.charged' || money === null || period === null) return []
  const item = {
    ...{ plan: textOf(subscription.plan_id) ?? '', unitMinor: String(money.amountMinor) },
    ...{ quantity: 1, ...period },
  }
  return [subscriptionFact({ ...about, atMs, state: stateOf('active', [item], money.currency) })]
}
