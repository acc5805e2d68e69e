import type { SpendDimension } from '@tributary/contract/spend.ts'
import { timeKey } from '../reports/add-up-money.ts'
import { isTime, type ReportQuestion } from '../reports/question.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import { planDays } from '../store/events/plan-days.ts'
import { firstVisitsOfPayers } from '../store/events/queries/first-visits.ts'
import { allMoney, moneyEntries } from '../store/events/queries/money-entries.ts'
import { textOf } from '../store/events/remember-answers.ts'
import type { SessionDimensionName } from '../store/events/vocabulary.ts'
import { type CohortMoney, cohortMoney } from './payback.ts'

/** The engine's days begin in 1970, and a plan looks a day further back. */
const beginningMs = 2 * 86_400_000

/** The money of everybody who first came in the range, by where from; keys as `JSON.stringify` writes them. */
export async function payerCohorts(
  engine: Engine,
  {
    site,
    nowMs,
    dimensions,
    question,
  }: { site: Site; nowMs: number; dimensions: readonly SpendDimension[]; question: ReportQuestion },
): Promise<Map<string, CohortMoney>> {
  const { range, zone } = question
  const ofVisits = dimensions.filter(
    (name) => name !== 'week' && name !== 'month' && name !== 'day',
  )
  const movements = await moneyEntries(engine, {
    ...allMoney,
    site: site.id,
    fromMs: 0,
    toMs: nowMs,
  })
  if (movements.length === 0) return new Map()
  const days = await planDays(engine, site.id, { fromMs: beginningMs, toMs: nowMs })
  const scope = { site: site.id, zone, days, payments: textOf(movements) }
  const first = await firstVisitsOfPayers(engine, scope, ofVisits satisfies SessionDimensionName[])
  const named = first.map((visit) => {
    let next = 0
    const keys = dimensions.map((name) =>
      isTime(name) ? timeKey(name, visit.firstMs, zone) : (visit.keys[next++] ?? ''),
    )
    return { ...visit, keys }
  })
  return cohortMoney(movements, named, {
    ...range,
    currency: site.currency,
    keyOf: (keys) => JSON.stringify(keys),
  })
}
