import type { Engine } from '../../store/events/engine.ts'
import { dayMs } from '../../time/durations.ts'
import type { DateRange } from '../date-range.ts'
import {
  firstPathMs,
  type MoneyEntry,
  type MoneyScope,
  moneyEntries,
} from '../queries/money-entries.ts'
import { payerTouches, type TouchesByVisitor } from '../queries/payer-touches.ts'
import type { PaymentDimensionName } from '../queries/payment-words.ts'
import type { SessionDimensionName } from '../queries/vocabulary.ts'
import { isOfPayments, isOfVisits, type ReportScope } from '../question.ts'

/** Money and the touches that led to it. */
export interface MoneyWithTouches {
  movements: readonly MoneyEntry[]
  touches: TouchesByVisitor
}

/** The part of a site's ledger to read: from (included) to (excluded), milliseconds since 1970 UTC. */
export type MoneyPart = Pick<
  MoneyScope,
  | 'fromMs'
  | 'toMs'
  | 'withFirsts'
  | 'withPayers'
  | 'withCosts'
  | 'recurring'
  | 'beginnings'
  | 'payments'
>

/** The dimensions that name money and touches. */
export interface KeyNames {
  visits: readonly SessionDimensionName[]
  payments: readonly PaymentDimensionName[]
}

/**
 * The movements of a part of the ledger that pass the filters of payments, and every touch of the people who made
 * them, back to the look-back. Touches say whether they pass the filters of visits in `range`; `passingOnly` leaves
 * out the touches of payments without a passing one.
 */
export async function moneyWithTouches(
  engine: Engine,
  scope: ReportScope,
  {
    part,
    range,
    names = namesOf(scope),
    withTouches = true,
    passingOnly = false,
  }: {
    part: MoneyPart
    range: DateRange
    names?: KeyNames
    withTouches?: boolean
    passingOnly?: boolean
  },
): Promise<MoneyWithTouches> {
  const { siteId: site, zone, filters, model, lookbackDays, refundsOnPayment } = scope
  const money: MoneyScope = {
    ...part,
    site,
    refundsOnPayment,
    filters: filters.payments,
    dimensions: names.payments,
  }
  const touchesOf = async (): Promise<TouchesByVisitor> => {
    const firstPath = await firstPathMs(engine, money)
    if (firstPath === undefined) return noTouches
    // A first touch may lie before the look-back, if there is none within.
    const reachDays = model === 'first' ? Number.POSITIVE_INFINITY : lookbackDays
    const { fromMs: rangeFromMs, toMs: rangeToMs } = range
    // A filter may ask what somebody did anywhere in the range, also before the look-back.
    const filterFromMs = filters.visits.length > 0 ? rangeFromMs : Number.POSITIVE_INFINITY
    const reachFromMs = Math.min(part.toMs, firstPath) - reachDays * dayMs
    const reach = {
      fromMs: Math.max(dayMs, Math.min(filterFromMs, reachFromMs)),
      toMs: Math.max(part.toMs, rangeToMs),
    }
    const visits = { site, fromMs: rangeFromMs, toMs: rangeToMs, zone, filters: filters.visits }
    return payerTouches(engine, visits, { dimensions: names.visits, money, reach, passingOnly })
  }
  const [movements, touches] = await Promise.all([
    moneyEntries(engine, money),
    withTouches ? touchesOf() : noTouches,
  ])
  return { movements, touches }
}

const noTouches: TouchesByVisitor = new Map()

/**
 * The columns that the dimensions of a question name money and touches by, in their order: a page's money is its
 * entry page's.
 */
export function namesOf({ dimensions }: ReportScope): KeyNames {
  return {
    visits: dimensions.flatMap(({ name }): SessionDimensionName[] => {
      if (name === 'page') return ['entryPage']
      return isOfVisits(name) ? [name] : []
    }),
    payments: dimensions.flatMap(({ name }) => (isOfPayments(name) ? [name] : [])),
  }
}
