/** Net money of the people of one cohort, by whole days since the first visit of each. */
export type CohortMoney = Map<number, number>

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
