import { entryOf } from '../../entry-of.ts'
import { dayMs } from '../../time/durations.ts'
import type { SubscriptionFact, SubscriptionStatus } from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  pending: 'pending',
  failed: 'pending',
  active: 'active',
  on_hold: 'past_due',
  past_due: 'past_due',
  paused: 'paused',
  cancelled: 'ended',
  expired: 'ended',
}

/**
 * The subscription in a Dodo Payments event, which always contains all of it, in its state when the event is sent. A
 * trial has the state active there.
 */
export function dodoSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  if (!type.startsWith('subscription.')) return []
  const data = fieldsOf(body.data)
  if (data.status == null) return []
  const status = need(entryOf(statuses, textOf(data.status)) ?? null, 'status')
  const currency = currencyOf(data.currency)
  const startedMs = timeOf(data.created_at)
  const sentMs = timeOf(body.timestamp)
  const trialMs = (wholeOf(data.trial_period_days) ?? 0) * dayMs
  const trial = startedMs === null ? null : trialOf(startedMs, startedMs + trialMs)
  const isTrialing =
    status === 'active' && trial !== null && sentMs !== null && sentMs < trial.endMs
  const endedMs = status === 'ended' ? timeOf(data.cancelled_at) : null
  return [
    subscriptionFact({
      provider: 'dodopayments',
      subscriptionId: need(textOf(data.subscription_id), 'subscription id'),
      customerId: textOf(fieldsOf(data.customer).customer_id),
      atMs: endedMs ?? sentMs,
      state: {
        status: isTrialing ? 'trialing' : status,
        currency,
        items: [
          {
            plan: textOf(data.product_id) ?? '',
            // Of the whole quantity.
            unitMinor: String(smallestUnits(data.recurring_pre_tax_amount, currency)),
            quantity: 1,
            unit: need(unitOf(data.payment_frequency_interval), 'interval'),
            unitCount: Math.max(wholeOf(data.payment_frequency_count) ?? 1, 1),
          },
        ],
        // Whether the amount above includes it is not documented, so its size counts as unknown.
        discountIds: [...(textOf(data.discount_id) === null ? [] : [String(data.discount_id)])],
        cancelAtMs:
          data.cancel_at_next_billing_date === true ? timeOf(data.next_billing_date) : null,
      },
      startedMs,
      trial,
    }),
  ]
}

/** The state of a subscription at the moment it was read from the account. */
export function dodoSubscriptionReading(data: Fields, readMs: number): SubscriptionFact[] {
  const timestamp = new Date(readMs).toISOString()
  const body = { data, timestamp }
  return dodoSubscriptions({ key: '', type: 'subscription.updated', isTest: false, body }).map(
    (fact) => {
      const hasEnded = fact.state?.status === 'ended' && timeOf(data.cancelled_at) !== null
      return { ...fact, how: 'reading', atMs: hasEnded ? fact.atMs : null }
    },
  )
}
