import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'
import { type Fields, millisOf, textOf } from './wire/fields.ts'
import { periodBetween, subscriptionFact, trialOf } from './wire/subscriptions.ts'

const purchases = ['INITIAL_PURCHASE', 'RENEWAL']

/**
 * The subscription in a RevenueCat event: its price, and its period, of which both ends are stated. A billing issue
 * changes nothing until the subscription expires.
 */
export function revenuecatSubscriptions(
  event: Fields,
  money: { currency: string; amountMinor: number } | null,
): SubscriptionFact[] {
  const type = textOf(event.type) ?? ''
  const subscriptionId = textOf(event.original_transaction_id)
  const isGiven = event.store === 'PROMOTIONAL' || event.is_family_share === true
  if (subscriptionId === null || isGiven) return []
  const about = { provider: 'revenuecat', subscriptionId, customerId: textOf(event.app_user_id) }
  const [fromMs, toMs] = [millisOf(event.purchased_at_ms), millisOf(event.expiration_at_ms)]
  const currency = money?.currency ?? 'USD'
  if (type === 'EXPIRATION') {
    const ended = { status: 'ended', currency, items: [] } as const
    const state = { ...ended, discountIds: [], cancelAtMs: null }
    return [subscriptionFact({ ...about, atMs: toMs ?? millisOf(event.event_timestamp_ms), state })]
  }
  const period = fromMs === null || toMs === null ? null : periodBetween(fromMs, toMs)
  if (!purchases.includes(type) || fromMs === null || period === null) return []
  const isTrial = event.period_type === 'TRIAL'
  const paid = money === null ? null : String(Math.max(money.amountMinor, 0))
  return [
    subscriptionFact({
      ...about,
      atMs: fromMs,
      state: {
        status: isTrial ? 'trialing' : 'active',
        currency,
        items: [{ plan: textOf(event.product_id) ?? '', unitMinor: paid, quantity: 1, ...period }],
        discountIds: [],
        cancelAtMs: null,
      },
      trial: isTrial ? trialOf(fromMs, toMs) : null,
    }),
  ]
}
