import type { SubscriptionFigures } from '@tributary/contract/subscriptions.ts'
import { toMajorUnits } from '../../money/money.ts'
import { daysBetween } from '../../time/local-time.ts'
import type { MrrSums } from './mrr-movements.ts'

const monthDays = 365.25 / 12

/** All figures as defined by the contract's `subscriptionMetrics`; null where the divisor is 0. */
export function mrrFigures(
  sums: MrrSums,
  { first, last, currency }: { first: string; last: string; currency: string },
): SubscriptionFigures {
  const major = (minor: number) => toMajorUnits(minor, currency)
  const { movedMinor: moved, movedCustomers, startMinor, endMinor } = sums
  const { startCustomers, endCustomers } = sums
  const months = (daysBetween(first, last) + 1) / monthDays
  const lost = moved.churn + moved.contraction
  const gained = moved.new + moved.expansion + moved.reactivation
  const customerChurn = ratio(movedCustomers.churn, startCustomers)
  const arpuMinor = endCustomers === 0 ? null : endMinor / endCustomers
  // For more than one month, the loss of each month.
  const monthlyChurn = customerChurn === null ? null : customerChurn / Math.max(months, 1)
  return {
    startMrr: major(startMinor),
    newMrr: major(moved.new),
    expansionMrr: major(moved.expansion),
    reactivationMrr: major(moved.reactivation),
    contractionMrr: major(moved.contraction),
    churnedMrr: major(moved.churn),
    mrr: major(endMinor),
    startCustomers,
    newCustomers: movedCustomers.new,
    reactivatedCustomers: movedCustomers.reactivation,
    churnedCustomers: movedCustomers.churn,
    customers: endCustomers,
    customerChurn: rounded(customerChurn),
    revenueChurn: rounded(ratio(lost, startMinor)),
    netRevenueChurn: rounded(ratio(lost - moved.expansion - moved.reactivation, startMinor)),
    arpu: arpuMinor === null ? null : major(Math.round(arpuMinor)),
    ltv: arpuMinor === null || !monthlyChurn ? null : major(Math.round(arpuMinor / monthlyChurn)),
    quickRatio: rounded(ratio(gained, lost)),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

export function rounded(value: number | null): number | null {
  // `+ 0` makes 0 of -0, which JSON would not keep.
  return value === null ? null : Math.round(value * 1e6) / 1e6 + 0
}
