import { keepPreviousData } from '@tanstack/react-query'
import type { Metric, QueryInput } from '@tributary/contract/query.ts'
import type { Grain } from '../format/date.ts'
import { grainOf } from '../url-state/range.ts'
import type { ChartMetric, ReportState } from '../url-state/report-state.ts'
import { comparisonOf, type Scope, scopeOf } from './query.ts'
import { useReport } from './report.ts'
import { readSeries } from './series.ts'
import { moneyParts } from './totals.ts'

/** The chosen figure, visitors and revenue over time, in steps that fit the range. */
export function useTrend(
  siteId: string,
  scope: Scope & Pick<ReportState, 'comparison'>,
  { metric, seesMoney }: { metric: ChartMetric; seesMoney: boolean },
) {
  const grain = grainOf(scope.range)
  const money: Metric[] = seesMoney ? ['revenue', ...moneyParts] : []
  const metrics: Metric[] = [...new Set<Metric>([metric, 'visitors', ...money])]
  const body: QueryInput = {
    ...scopeOf(scope),
    ...comparisonOf(scope),
    metrics,
    dimensions: [grain],
    orderBy: [[grain, 'asc']],
  }
  return useReport(
    siteId,
    body,
    (reply) => {
      // What stays until the next answer is read as what was asked then, so that it and its place can stay.
      const { dimensions, metrics } = reply.query
      const drawn = { grain: dimensions[0] as Grain, metric: metrics[0] as typeof metric }
      const points = readSeries(reply, { ...drawn, nowMs: Date.now() })
      return { ...drawn, currency: reply.currency, points }
    },
    keepPreviousData,
  )
}
