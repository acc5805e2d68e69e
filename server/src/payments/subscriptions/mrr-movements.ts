/** From a day on, its end included, a customer pays so much a month, in minor units of the site's currency. */
export interface DayMrr {
  day: string
  minor: number
}

/** A customer's MRR, in the order of days, each differing from the one before; before the first it is 0. */
export interface CustomerMrr {
  customer: string
  days: readonly DayMrr[]
}

export const movementKinds = ['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const

export type MovementKind = (typeof movementKinds)[number]

/** How a customer's MRR changed from the end of one day to the end of the next. `minor` is negative for a loss. */
export interface MrrMovement {
  kind: MovementKind
  day: string
  minor: number
}

/**
 * The movements of one customer, at most one a day: what came and went within a day is none. The sum of them up to a
 * day is the MRR at its end.
 */
export function movementsOf(days: readonly DayMrr[]): MrrMovement[] {
  const movements: MrrMovement[] = []
  let before = 0
  for (const { day, minor } of days) {
    if (minor === before) continue
    movements.push({
      kind: kindOf(before, minor, movements.length > 0),
      day,
      minor: minor - before,
    })
    before = minor
  }
  return movements
}

function kindOf(before: number, after: number, wasCustomer: boolean): MovementKind {
  if (before === 0) return wasCustomer ? 'reactivation' : 'new'
  if (after === 0) return 'churn'
  return after > before ? 'expansion' : 'contraction'
}

/** The MRR at the end of a day. */
export function mrrAt(days: readonly DayMrr[], day: string): number {
  return days.findLast((one) => one.day <= day)?.minor ?? 0
}

/** MRR and customers at the ends of a span, and what moved in it. Money in minor units; losses are positive here. */
export interface MrrSums {
  startMinor: number
  endMinor: number
  startCustomers: number
  endCustomers: number
  movedMinor: Record<MovementKind, number>
  movedCustomers: Record<MovementKind, number>
}

const none = () => ({ new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 })

/** The sums of some customers from the start of `first` to the end of `last`, both `2026-11-20`. */
export function sumMrr(
  customers: readonly CustomerMrr[],
  { first, last }: { first: string; last: string },
): MrrSums {
  const sums: MrrSums = {
    ...{ startMinor: 0, endMinor: 0, startCustomers: 0, endCustomers: 0 },
    ...{ movedMinor: none(), movedCustomers: none() },
  }
  for (const { days } of customers) {
    let minor = 0
    let startMinor = 0
    for (const { kind, day, minor: moved } of movementsOf(days)) {
      if (day > last) break
      minor += moved
      if (day < first) {
        startMinor = minor
        continue
      }
      sums.movedMinor[kind] += Math.abs(moved)
      sums.movedCustomers[kind] += 1
    }
    sums.startMinor += startMinor
    sums.endMinor += minor
    sums.startCustomers += Number(startMinor > 0)
    sums.endCustomers += Number(minor > 0)
  }
  return sums
}
