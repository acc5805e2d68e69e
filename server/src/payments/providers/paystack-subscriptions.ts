import { entryOf } from '../../entry-of.ts'
import type {
  BillingUnit,
  SubscriptionFact,
  SubscriptionStatus,
} from '../subscriptions/subscription-fact.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from './wire/fields.ts'
import { subscriptionFact } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  'non-renewing': 'active',
  attention: 'past_due',
  complete: 'ended',
  completed: 'ended',
  cancelled: 'ended',
}

const intervals: Readonly<Record<string, readonly [BillingUnit, number]>> = {
  daily: ['day', 1],
  weekly: ['week', 1],
  monthly: ['month', 1],
  quarterly: ['month', 3],
  biannually: ['month', 6],
  annually: ['year', 1],
}

/**
 * The subscription in a Paystack event. A plan and a customer identify one, as in its payments; its end is not dated,
 * so the event's arrival counts.
 */
export function paystackSubscriptions(type: string, data: Fields): SubscriptionFact[] {
  if (!type.startsWith('subscription.') || data.status == null) return []
  const status = entryOf(statuses, textOf(data.status))
  const plan = fieldsOf(data.plan)
  const customer = textOf(fieldsOf(data.customer).customer_code)
  const interval = entryOf(intervals, textOf(plan.interval))
  if (status === undefined || interval === undefined || customer === null) return []
  const planCode = need(textOf(plan.plan_code), 'plan code')
  const currency = currencyOf(plan.currency ?? data.currency)
  const [unit, unitCount] = interval
  const startedMs = timeOf(data.createdAt) ?? timeOf(data.created_at)
  return [
    subscriptionFact({
      provider: 'paystack',
      subscriptionId: `${planCode}:${customer}`,
      customerId: customer,
      atMs: type === 'subscription.create' ? startedMs : timeOf(data.updatedAt),
      state: {
        status,
        currency,
        items: [
          {
            plan: textOf(plan.name) ?? planCode,
            // Hundredths of every currency, like its payments.
            unitMinor: String(smallestUnits(data.amount ?? plan.amount, currency, 2)),
            quantity: 1,
            unit,
            unitCount,
          },
        ],
        discountIds: [],
        cancelAtMs: null,
      },
      startedMs,
    }),
  ]
}
