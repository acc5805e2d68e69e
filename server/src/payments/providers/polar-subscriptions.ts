import { entryOf } from '../../entry-of.ts'
import type {
  Discount,
  SubscriptionFact,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { monthsAfter, subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'pending',
  incomplete_expired: 'pending',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  paused: 'paused',
  unpaid: 'paused',
  canceled: 'ended',
}

/**
 * The subscription in a Polar event, which always contains all of it. `moneyOf` reads an amount in the currency of
 * an object.
 */
export function polarSubscriptions(
  { type, body }: ProviderEvent,
  moneyOf: (data: Fields, amount: unknown) => { currency: string; amountMinor: number },
): SubscriptionFact[] {
  if (!type.startsWith('subscription.')) return []
  const data = fieldsOf(body.data)
  if (data.status == null) return []
  const status = need(entryOf(statuses, textOf(data.status)) ?? null, 'status')
  const startedMs = timeOf(data.trial_start) ?? timeOf(data.started_at) ?? timeOf(data.created_at)
  const { currency, amountMinor } = moneyOf(data, data.amount)
  const discount = fieldsOf(data.discount)
  const discountId = textOf(data.discount_id) ?? textOf(discount.id)
  const changedMs = timeOf(data.modified_at) ?? timeOf(body.timestamp)
  const endedMs = status === 'ended' ? timeOf(data.ended_at) : null
  return [
    subscriptionFact({
      provider: 'polar',
      subscriptionId: need(textOf(data.id), 'subscription id'),
      customerId: textOf(data.customer_id),
      atMs: endedMs ?? changedMs,
      state: {
        status,
        currency,
        items: [
          {
            plan: textOf(fieldsOf(data.product).name) ?? textOf(data.product_id) ?? '',
            // Of all seats.
            unitMinor: String(amountMinor),
            quantity: 1,
            unit: need(unitOf(data.recurring_interval), 'interval'),
            unitCount: Math.max(wholeOf(data.recurring_interval_count) ?? 1, 1),
          },
        ],
        discountIds: discountId === null ? [] : [discountId],
        cancelAtMs: data.cancel_at_period_end === true ? timeOf(data.current_period_end) : null,
      },
      startedMs,
      trial: trialOf(timeOf(data.trial_start), timeOf(data.trial_end)),
      discounts: discountOf(discount, { currency, startedMs, moneyOf }),
    }),
  ]
}

function discountOf(
  discount: Fields,
  of: {
    currency: string
    startedMs: number | null
    moneyOf: (data: Fields, amount: unknown) => { amountMinor: number }
  },
): Discount[] {
  const id = textOf(discount.id)
  if (id === null) return []
  const months = wholeOf(discount.duration_in_months)
  const isRepeating = discount.duration === 'repeating' && months !== null && of.startedMs !== null
  const known = { id, endMs: isRepeating ? monthsAfter(of.startedMs ?? 0, months ?? 0) : null }
  if (discount.duration === 'once') return [known]
  const basisPoints = wholeOf(discount.basis_points)
  if (basisPoints !== null) return [{ ...known, percentOff: String(basisPoints / 100) }]
  if (wholeOf(discount.amount) === null) return []
  return [{ ...known, amountOffMinor: of.moneyOf(of, discount.amount).amountMinor }]
}
