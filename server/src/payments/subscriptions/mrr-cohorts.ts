import type { MrrPeriod } from '@tributary/contract/subscriptions.ts'
import { toMajorUnits } from '../../money/money.ts'
import { addDays, addMonths } from '../../time/local-time.ts'
import { rounded } from './mrr-figures.ts'
import { type CustomerMrr, mrrAt } from './mrr-movements.ts'

/** Customers by the month in which they first paid, `2026-11-01`; only of months in the span. */
export function byFirstMonth(
  customers: readonly CustomerMrr[],
  { first, last }: { first: string; last: string },
): Map<string, CustomerMrr[]> {
  const began = startedIn(customers, { first, last })
  const cohorts = Map.groupBy(began, ({ days }) => monthOf(days[0]?.day ?? ''))
  return new Map([...cohorts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Customers who first paid in a span. */
export function startedIn(
  customers: readonly CustomerMrr[],
  { first, last }: { first: string; last: string },
): CustomerMrr[] {
  return customers.filter(({ days }) => {
    const start = days[0]?.day
    return start !== undefined && start >= first && start <= last
  })
}

/**
 * The share of customers' first MRR that remains at the end of their first month, after one more, and so on. A
 * period only counts customers who have reached its end by the end of `last`, so that later ones do not look lost.
 */
export function retentionOf(
  customers: readonly CustomerMrr[],
  { last, currency }: { last: string; currency: string },
): MrrPeriod[] {
  const periods: MrrPeriod[] = []
  for (let age = 0; ; age++) {
    let [reached, active, mrrMinor, startMinor] = [0, 0, 0, 0]
    for (const { days } of customers) {
      const start = days[0]
      if (start === undefined) continue
      // The first period is the first day itself, the next ends a month after it.
      const end = age === 0 ? start.day : addMonths(start.day, age)
      if (end > last) continue
      const minor = mrrAt(days, end)
      reached += 1
      active += Number(minor > 0)
      mrrMinor += minor
      startMinor += start.minor
    }
    if (reached === 0) return periods
    const retention = rounded(startMinor === 0 ? null : mrrMinor / startMinor)
    periods.push({ reached, active, mrr: toMajorUnits(mrrMinor, currency), retention })
  }
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The first and last day of each period of a span, cut at its ends. */
export function periodsOf(
  { first, last }: { first: string; last: string },
  startOf: (day: string) => string,
): { first: string; last: string }[] {
  const periods: { first: string; last: string }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const open = periods.at(-1)
    if (open !== undefined && startOf(open.first) === startOf(day)) open.last = day
    else periods.push({ first: day, last: day })
  }
  return periods
}
