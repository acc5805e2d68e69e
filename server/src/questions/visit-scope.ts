import type { VisitScope } from '../reports/queries/visit-scope.ts'
import type { ReportQuestion } from '../reports/question.ts'

/** The visits of a question. */
export function visitScope({ siteId: site, range, zone, filters }: ReportQuestion): VisitScope {
  const { fromMs, toMs } = range
  return { site, fromMs, toMs, zone, filters: filters.visits }
}

/** The part of a question that every answer repeats. */
export function understood({ range, zone }: ReportQuestion) {
  const dateRange: [string, string] = [range.first, range.last]
  return { dateRange, timezone: zone }
}
