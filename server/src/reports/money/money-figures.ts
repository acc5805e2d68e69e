import type { Model } from '@tributary/contract/query.ts'
import { AppError } from '../../errors.ts'
import type { Engine } from '../../store/events/engine.ts'
import { dayMs } from '../../time/durations.ts'
import type { DateRange } from '../date-range.ts'
import { needsCosts, needsFirsts, needsJourneys } from '../metric-needs.ts'
import { isTime, type ReportQuestion } from '../question.ts'
import { bucketEnds } from '../time-buckets.ts'
import { addUp, emptyFigures, type MoneyFigures } from './add-up-money.ts'
import { type CreditingRule, creditMoney, journeyOf } from './credit-money.ts'
import { creditedMoney, passing } from './credited-money.ts'
import { type MoneyWithTouches, moneyWithTouches } from './money-with-touches.ts'
import { recurringAt, recurringReachDays } from './recurring-money.ts'
import type { StaleRate } from './stale-rates.ts'

export interface Money {
  rows: MoneyFigures[]
  totals: MoneyFigures
  /** Net minor units by currency, without the site's. */
  unconverted: Map<string, number>
  recurring: { subscriptions: number; leftOut: number } | undefined
  fallback: { used: Model; reason: string } | undefined
  /** Rates used that were old when the payments were made. */
  staleRates: StaleRate[]
}

/** Payments of subscriptions times moments at which recurring revenue is computed. */
const mostLooks = 5_000_000

/** The money that moved in a range, and the recurring revenue at its end, by the dimensions of the question. */
export async function moneyFigures(
  engine: Engine,
  question: ReportQuestion,
  { range, nowMs }: { range: DateRange; nowMs: number },
): Promise<Money> {
  const metrics = question.metrics.map(({ name }) => name)
  const { fromMs, toMs } = range
  const part = {
    fromMs,
    toMs,
    withFirsts: metrics.some(needsFirsts),
    withPayers: metrics.includes('customers'),
    withCosts: metrics.some(needsCosts),
  }
  const [credited, lasting] = await Promise.all([
    creditedMoney(engine, question, {
      ...{ part, range, models: [question.model] },
      withJourneys: metrics.some(needsJourneys),
    }),
    metrics.includes('mrr') ? recurringMoney(engine, question, range) : undefined,
  ])
  const { touches, places, staleRates } = credited
  const { rule, fallback, credits } = credited.creditsBy(question.model)
  const money = addUp({ ...question, places }, credits, {
    customers: metrics.includes('customers'),
    visitors: metrics.includes('conversionRate'),
    net: metrics.includes('revenuePerVisitor'),
    ...(metrics.some(needsJourneys) && {
      journeyOf: (movement) => journeyOf(movement, touches, rule),
    }),
  })
  const recurring = lasting && addRecurring(question, { range, nowMs, rule, money, lasting })
  return { ...money, recurring, fallback, staleRates }
}

/** The payments of subscriptions that may recur within a range. */
function recurringMoney(
  engine: Engine,
  question: ReportQuestion,
  range: DateRange,
): Promise<MoneyWithTouches> {
  const part = {
    fromMs: Math.max(0, range.fromMs - recurringReachDays * dayMs),
    toMs: range.toMs,
    withPayers: true,
    recurring: true,
  }
  return moneyWithTouches(engine, question, { part, range })
}

/** Adds the recurring revenue at the end of the range to the totals, and at the end of each step to the rows. */
function addRecurring(
  question: ReportQuestion,
  given: {
    range: DateRange
    nowMs: number
    rule: CreditingRule
    money: Pick<Money, 'rows' | 'totals'>
    lasting: MoneyWithTouches
  },
): Money['recurring'] {
  const { range, nowMs, rule, money, lasting } = given
  const { movements, touches } = lasting
  const endMs = Math.min(range.toMs - 1, nowMs)
  const time = question.dimensions.find(({ name }) => isTime(name))?.name
  const ends =
    time !== undefined && isTime(time)
      ? bucketEnds(time, range, { zone: question.zone, nowMs })
      : [endMs]
  if (ends.length * movements.length > mostLooks) {
    throw new AppError(
      'too-costly',
      'There are too many subscriptions for mrr in such small steps. Ask for a shorter range, or by week or month.',
    )
  }
  const creditsAt = (atMs: number) => {
    const { movements: alive, leftOut } = recurringAt(movements, atMs)
    return { credits: passing(question, creditMoney(alive, touches, rule)), leftOut }
  }
  const byId = new Map(money.rows.map((row) => [JSON.stringify(row.keys), row]))
  const steps = question.dimensions.length === 0 ? [] : ends
  for (const { keys, mrrMinor } of addUp(
    question,
    steps.flatMap((at) => creditsAt(at).credits),
  ).rows) {
    const known = byId.get(JSON.stringify(keys))
    const row = known ?? emptyFigures(keys)
    row.mrrMinor = mrrMinor
    if (known === undefined) money.rows.push(row)
  }
  const { credits, leftOut } = creditsAt(endMs)
  money.totals.mrrMinor = addUp(question, credits).totals.mrrMinor
  const subscriptions = new Set(credits.map(({ movement }) => movement.paymentId)).size
  return { subscriptions, leftOut }
}
