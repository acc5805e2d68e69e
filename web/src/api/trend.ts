import { keepPreviousData } from '@tanstack/react-query'
import type { Metric, QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import { useCallback } from 'react'
import { type Grain, grainOf } from '../url-state/range.ts'
import type { ChartMetric, ReportState } from '../url-state/report-state.ts'
import { comparisonOf, type Scope, scopeOf } from './query.ts'
import { useReport } from './report.ts'
import { readSeries } from './series.ts'
import { figureNames, moneyParts, trafficFigures } from './totals.ts'

interface Wanted {
  /** What is drawn. */
  metric: ChartMetric
  seesMoney: boolean
  isAsked?: boolean
}

/** All figures over time, in steps that fit the range. */
export function useTrend(
  siteId: string,
  scope: Scope & Pick<ReportState, 'comparison'>,
  { metric, seesMoney, isAsked = true }: Wanted,
) {
  const grain = grainOf(scope.range)
  // All at once, whatever is drawn: another figure is drawn without a wait, and each has a sparkline.
  const metrics: Metric[] = seesMoney ? [...figureNames, ...moneyParts] : [...trafficFigures]
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
    // The same function until another figure is drawn: otherwise each render reads the answer anew.
    useCallback(
      (reply: QueryAnswer) => {
        // An answer that stays until the next one is read with its own question, so that its height stays.
        const grain = reply.query.dimensions[0] as Grain
        const points = readSeries(reply, { grain, metric, nowMs: Date.now() })
        return { grain, metric, currency: reply.currency, points }
      },
      [metric],
    ),
    { keep: keepPreviousData, isAsked },
  )
}
