import type { ReportQuestion } from '../reports/question.ts'
import type { VisitScope } from '../store/events/queries/visit-scope.ts'

/** The visits a question is about. */
export function visitScope({ siteId: site, range, zone, filters }: ReportQuestion): VisitScope {
  const { fromMs, toMs } = range
  return { site, fromMs, toMs, zone, filters: filters.visits }
}

/** The part of a question that every answer repeats. */
export function understood({ range, zone }: ReportQuestion) {
  const dateRange: [string, string] = [range.first, range.last]
  return { dateRange, timezone: zone }
}
