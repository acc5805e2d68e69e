/** From a day on, its end included, a customer pays this much a month, in minor units of the site's currency. */
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
 * The movements of one customer, at most one a day: changes that cancel out within a day are none. Their sum up to a
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

/**
 * MRR and customers at the ends of a span, and the movements in it. Money in minor units; losses are positive here.
 */
export interface MrrSums {
  startMinor: number
  endMinor: number
  startCustomers: number
  endCustomers: number
  movedMinor: Record<MovementKind, number>
  movedCustomers: Record<MovementKind, number>
}

/** A span of days, both ends included, `2026-11-20`. */
export interface Days {
  first: string
  last: string
}

const none = () => ({ new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 })

/** The sums of some customers over a span of days. */
export function sumMrr(customers: readonly CustomerMrr[], span: Days): MrrSums {
  const [sums] = sumMrrBy(customers, [span])
  return sums as MrrSums
}

/** The sums of some customers over each of consecutive spans of days, reading every movement once. */
export function sumMrrBy(customers: readonly CustomerMrr[], spans: readonly Days[]): MrrSums[] {
  let [minor, paying] = [0, 0]
  const moved = spans.map(() => ({ movedMinor: none(), movedCustomers: none() }))
  const [first = '', last = ''] = [spans[0]?.first, spans.at(-1)?.last]
  for (const { days } of customers) {
    for (const movement of movementsOf(days)) {
      if (movement.day > last) break
      if (movement.day < first) {
        minor += movement.minor
        paying += customersOf(movement.kind)
        continue
      }
      const span = moved[placeOf(movement.day, spans)]
      if (span === undefined) continue
      span.movedMinor[movement.kind] += Math.abs(movement.minor)
      span.movedCustomers[movement.kind] += 1
    }
  }
  return moved.map(({ movedMinor, movedCustomers }) => {
    const [startMinor, startCustomers] = [minor, paying]
    for (const kind of movementKinds) {
      minor += isLoss(kind) ? -movedMinor[kind] : movedMinor[kind]
      paying += customersOf(kind) * movedCustomers[kind]
    }
    const ends = { startMinor, endMinor: minor, startCustomers, endCustomers: paying }
    return { ...ends, movedMinor, movedCustomers }
  })
}

const isLoss = (kind: MovementKind) => kind === 'churn' || kind === 'contraction'

/** The change in the number of customers by a movement. */
function customersOf(kind: MovementKind): number {
  if (kind === 'churn') return -1
  return kind === 'new' || kind === 'reactivation' ? 1 : 0
}

/** The last span that begins by a day. */
function placeOf(day: string, spans: readonly Days[]): number {
  let [from, to] = [0, spans.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if ((spans[middle]?.first ?? '') <= day) from = middle
    else to = middle
  }
  return from
}
