import type { Engine } from '../store/events/engine.ts'
import type { PaymentDimensionName } from '../store/events/payment-words.ts'
import { lookAtDays, planDays } from '../store/events/plan-days.ts'
import {
  type MoneyEntry,
  type MoneyScope,
  moneyEntries,
} from '../store/events/queries/money-entries.ts'
import {
  type PayerTouch,
  type SharedTouches,
  sharedTouches,
  withOwnKeys,
} from '../store/events/queries/payer-visits.ts'
import { textOf } from '../store/events/remember-answers.ts'
import type { SessionDimensionName } from '../store/events/vocabulary.ts'
import type { DateRange } from './date-range.ts'
import { isOfPayments, isOfVisits, type ReportScope } from './question.ts'
import { refuseTooCostly } from './within-limits.ts'

/** Money and the touches that led to it. */
export interface MoneyWithTouches {
  movements: readonly MoneyEntry[]
  touches: readonly PayerTouch[]
}

/** The same as they are remembered: two questions about the same money get the same two arrays. */
export interface MoneyWithSharedTouches extends MoneyWithTouches, SharedTouches {
  touches: readonly PayerTouch[]
}

const dayMs = 86_400_000

/** What is to be read of a site's ledger, from included, to excluded, milliseconds since 1970 UTC. */
export type MoneyPart = Pick<MoneyScope, 'fromMs' | 'toMs' | 'withFirsts' | 'recurring'>

/**
 * The movements of a part of the ledger that pass the filters of payments, and every touch of the people
 * who made them, back to the look-back. Touches say whether they pass the filters of visits in `range`.
 */
export async function moneyWithTouches(
  engine: Engine,
  scope: ReportScope,
  given: { part: MoneyPart; range: DateRange },
): Promise<MoneyWithTouches> {
  const shared = await moneyWithSharedTouches(engine, scope, given)
  return { movements: shared.movements, touches: withOwnKeys(shared) }
}

/** The same, for whoever reads keys by their places and need not copy them. */
export async function moneyWithSharedTouches(
  engine: Engine,
  scope: ReportScope,
  { part, range }: { part: MoneyPart; range: DateRange },
): Promise<MoneyWithSharedTouches> {
  const { siteId: site, zone, filters, model, lookbackDays, refundsOnPayment } = scope
  const money: MoneyScope = {
    ...part,
    site,
    refundsOnPayment,
    filters: filters.payments,
    dimensions: paymentNames(scope),
  }
  const [movements, looked] = await Promise.all([
    moneyEntries(engine, money),
    lookAtDays(engine, site),
  ])
  const firstPath = firstPathOf(movements)
  if (firstPath === Number.POSITIVE_INFINITY) return { movements, touches: nobody, places: [] }
  const firstPathMs = Math.min(part.toMs, firstPath)
  // A first touch may lie before the look-back, when nothing lies within.
  const reachDays = model === 'first' ? Number.POSITIVE_INFINITY : lookbackDays
  const fromMs = Math.max(dayMs, firstPathMs - reachDays * dayMs)
  const reach = { fromMs, toMs: Math.max(part.toMs, range.toMs) }
  const days = await planDays(engine, site, reach, looked)
  refuseTooCostly(days.events, filters.visits)
  const visits = {
    site,
    fromMs: range.fromMs,
    toMs: range.toMs,
    zone,
    days,
    filters: filters.visits,
  }
  const shared = await sharedTouches(engine, visits, {
    dimensions: visitNames(scope),
    money,
    payments: textOf(movements),
  })
  return { movements, ...shared }
}

const nobody: readonly PayerTouch[] = []

const firstPaths = new WeakMap<readonly MoneyEntry[], number>()

/** When the earliest path ends, milliseconds, looked for once in the same array; Infinity where none is linked. */
function firstPathOf(movements: readonly MoneyEntry[]): number {
  const known = firstPaths.get(movements)
  if (known !== undefined) return known
  let first = Number.POSITIVE_INFINITY
  for (const { pathVisitors, pathAt } of movements) {
    if (pathVisitors.length > 0) first = Math.min(first, pathAt)
  }
  firstPaths.set(movements, first)
  return first
}

/** What money itself is named by, in the order of the question. */
function paymentNames({ dimensions }: ReportScope): PaymentDimensionName[] {
  return dimensions.flatMap(({ name }) => (isOfPayments(name) ? [name] : []))
}

/** What touches are named by: a page's money is its entry page's. */
function visitNames({ dimensions }: ReportScope): SessionDimensionName[] {
  return dimensions.flatMap(({ name }): SessionDimensionName[] => {
    if (name === 'page') return ['entryPage']
    return isOfVisits(name) ? [name] : []
  })
}
