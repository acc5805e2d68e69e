import type { BillingUnit, SubscriptionFact } from '../../subscriptions/subscription-fact.ts'
import { textOf } from './fields.ts'

const units: readonly BillingUnit[] = ['day', 'week', 'month', 'year']

/** A provider's word for a unit of time, in any case; null for other words. */
export function unitOf(value: unknown): BillingUnit | null {
  const word = textOf(value)?.toLowerCase()
  return units.find((unit) => unit === word) ?? null
}

/** A state of a subscription of which only the given is known. */
export function subscriptionFact(
  known: Pick<SubscriptionFact, 'provider' | 'subscriptionId' | 'atMs' | 'state'> &
    Partial<SubscriptionFact>,
): SubscriptionFact {
  return { customerId: null, how: 'event', startedMs: null, trial: null, discounts: [], ...known }
}

/** A trial whose both ends are known. */
export function trialOf(startMs: number | null, endMs: number | null): SubscriptionFact['trial'] {
  return startMs === null || endMs === null || endMs <= startMs ? null : { startMs, endMs }
}
