import type { ReportQuestion } from '../reports/question.ts'
import type { Engine } from '../store/events/engine.ts'
import { planDays } from '../store/events/plan-days.ts'
import type { VisitScope } from '../store/events/queries/visit-figures.ts'

/** The visits a question is about, with where to read them. */
export async function visitScope(
  engine: Engine,
  { siteId: site, range, zone, filters }: ReportQuestion,
): Promise<VisitScope> {
  const { fromMs, toMs } = range
  const days = await planDays(engine, site, range)
  return { site, fromMs, toMs, zone, filters: filters.visits, days }
}

/** The part of a question that every answer repeats. */
export function understood({ range, zone }: ReportQuestion) {
  const dateRange: [string, string] = [range.first, range.last]
  return { dateRange, timezone: zone }
}
