import { dayMs } from '../../time/durations.ts'
import type { Movement } from './credit-money.ts'

/** A year has 365.25 days. */
const monthDays = 365.25 / 12
/** How late a renewal may be before its subscription counts as ended. */
const graceDays = 7

/** How far back the payments must be known: two yearly ones, to measure the time between them. */
export const recurringReachDays = 2 * 380 + graceDays

/** Days between two payments, and the months of the corresponding plan. */
const intervals: readonly (readonly [fromDays: number, toDays: number, months: number])[] = [
  [6, 8, 12 / 52],
  [13, 15, 24 / 52],
  [26, 33, 1],
  [57, 64, 2],
  [84, 95, 3],
  [175, 190, 6],
  [350, 380, 12],
]

export interface Recurring {
  /** The monthly amount of each active subscription, at the requested moment. */
  movements: Movement[]
  /** Subscriptions with a payment in the 13 months before whose interval is unknown. */
  leftOut: number
}

/** The monthly amounts of subscriptions at a moment, from their payments, oldest first. */
export function recurringAt(payments: readonly Movement[], atMs: number): Recurring {
  const made = Map.groupBy(
    payments.filter(({ paidAt }) => paidAt <= atMs),
    ({ subscription, payer }) => subscription || payer,
  )
  const answer: Recurring = { movements: [], leftOut: 0 }
  for (const ofOne of made.values()) {
    const last = ofOne.at(-1)
    if (last === undefined) continue
    const months = last.intervalMonths || monthsBetween(ofOne.at(-2), last)
    const ageDays = (atMs - last.paidAt) / dayMs
    if (months === 0) answer.leftOut += Number(ageDays <= 13 * monthDays)
    else if (ageDays < months * monthDays + graceDays) {
      answer.movements.push({
        ...last,
        kind: 'recurring',
        at: atMs,
        amountMinor: Math.round(last.amountMinor / months),
      })
    }
  }
  return answer
}

function monthsBetween(before: Movement | undefined, last: Movement): number {
  if (before === undefined) return 0
  const days = (last.paidAt - before.paidAt) / dayMs
  return intervals.find(([from, to]) => days >= from && days <= to)?.[2] ?? 0
}
