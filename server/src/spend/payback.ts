import type { FirstVisit } from '../store/events/queries/first-visits.ts'
import type { MoneyEntry } from '../store/events/queries/money-entries.ts'

const dayMs = 86_400_000

/** Net money of the people of one cohort, by whole days since the first visit of each. */
export type CohortMoney = Map<number, number>

/**
 * What people paid, by where their very first visit came from. A person's first visit is the earliest on
 * any device that led to the payment; only who first came in the range is in a cohort. Money in other
 * currencies than the site's is left out.
 */
export function cohortMoney(
  movements: readonly MoneyEntry[],
  firstVisits: readonly FirstVisit[],
  scope: { fromMs: number; toMs: number; currency: string; keyOf(keys: readonly string[]): string },
): Map<string, CohortMoney> {
  const byVisitor = new Map(firstVisits.map((visit) => [visit.visitor, visit]))
  const cohorts = new Map<string, CohortMoney>()
  for (const { pathVisitors, currency, at, amountMinor } of movements) {
    const first = earliest(pathVisitors.flatMap((visitor) => byVisitor.get(visitor) ?? []))
    if (first === undefined || currency !== scope.currency) continue
    if (first.firstMs < scope.fromMs || first.firstMs >= scope.toMs) continue
    const key = scope.keyOf(first.keys)
    const money = cohorts.get(key) ?? new Map<number, number>()
    cohorts.set(key, money)
    // Money may be older than the first visit that is known.
    const age = Math.max(0, Math.floor((at - first.firstMs) / dayMs))
    money.set(age, (money.get(age) ?? 0) + amountMinor)
  }
  return cohorts
}

function earliest(visits: readonly FirstVisit[]): FirstVisit | undefined {
  return visits.reduce<FirstVisit | undefined>(
    (first, visit) => (first === undefined || visit.firstMs < first.firstMs ? visit : first),
    undefined,
  )
}

/** The first day from which on the money covers the spend for good; null while it does not. */
export function paybackDays(spendMinor: number, money: CohortMoney): number | null {
  if (spendMinor === 0) return 0
  let sum = 0
  let coveredFrom: number | null = null
  for (const [age, minor] of [...money].sort(([a], [b]) => a - b)) {
    sum += minor
    if (sum < spendMinor) coveredFrom = null
    else coveredFrom ??= age
  }
  return coveredFrom
}
