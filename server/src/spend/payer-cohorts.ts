import type { SpendDimension } from '@tributary/contract/spend.ts'
import { timeKey } from '../reports/add-up-money.ts'
import { isTime, type ReportQuestion } from '../reports/question.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import { firstVisitsOfPayers } from '../store/events/queries/first-visits.ts'
import { allMoney, moneyEntries } from '../store/events/queries/money-entries.ts'
import type { SessionDimensionName } from '../store/events/vocabulary.ts'
import { type CohortMoney, cohortMoney } from './payback.ts'

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
  const scope = { site: site.id, zone, toMs: nowMs }
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
