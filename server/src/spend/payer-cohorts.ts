import type { SpendDimension } from '@tributary/contract/spend.ts'
import type { ReportQuestion } from '../reports/question.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import type { CohortMoney } from './payback.ts'
import { payerCohortMoney } from './queries/payer-cohorts.ts'

/**
 * The money of everybody whose first visit was in the range, by its source; keys in the form of `JSON.stringify`.
 */
export async function payerCohorts(
  engine: Engine,
  asked: {
    site: Site
    nowMs: number
    dimensions: readonly SpendDimension[]
    question: ReportQuestion
  },
): Promise<Map<string, CohortMoney>> {
  const { site, nowMs: untilMs, dimensions, question } = asked
  const { fromMs, toMs } = question.range
  const scope = {
    site: site.id,
    currency: site.currency,
    zone: question.zone,
    fromMs,
    toMs,
    untilMs,
  }
  const { keys, ages, amountsMinor } = await payerCohortMoney(engine, scope, dimensions)
  const cohorts = new Map<string, CohortMoney>()
  for (const [row, names] of keys.entries()) {
    const key = JSON.stringify(names)
    const money = cohorts.get(key) ?? new Map<number, number>()
    cohorts.set(key, money.set(ages[row] as number, amountsMinor[row] as number))
  }
  return cohorts
}
