import type { Engine } from '../engine.ts'
import { askOnce } from '../remember-answers.ts'
import { filterCondition, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import {
  asText,
  type EventDimensionName,
  eventDimensions,
  sessionDimensions,
  type timeDimensions,
} from '../vocabulary.ts'
import { type FigureRow, figureRow, groupBy, mostGroups, type VisitScope } from './visit-figures.ts'

/** What can be counted over page views or goals, each at its own time. */
export const eventMeasures = {
  visitors: 'uniqExact(visitor_hash)',
  sessions: "uniqExactIf(session_hash, session_id != '')",
  pageViews: "countIf(kind = 'pageview')",
  goals: "countIf(kind = 'goal')",
} as const

export type EventMeasure = keyof typeof eventMeasures

type TimeDimension = (typeof timeDimensions)[number]

/**
 * Adds up page views by page or goals by name (`subject`), or goals alone when there is no page in
 * the question, and by time. Filters keep to the visits that pass them.
 */
export async function eventFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    kind: 'pageview' | 'goal'
    dimensions: readonly (EventDimensionName | TimeDimension)[]
    measures: readonly EventMeasure[]
  },
): Promise<FigureRow[]> {
  const condition = filterCondition(scope.filters)
  const keys = wanted.dimensions.map((name) =>
    name === 'page' || name === 'goal'
      ? eventDimensions[name].column
      : sessionDimensions[name].sql.replaceAll('started_at', 'timestamp'),
  )
  const ofVisits =
    scope.filters.length === 0
      ? ''
      : `and session_hash in (select session_hash from ${sessionRowsSql(condition.columns)} where ${condition.sql})`
  const sql = `
    select [${keys.map((key, index) => asText(wanted.dimensions[index] ?? 'day', key)).join(', ')}]::Array(String) as keys,
      [${wanted.measures.map((name) => `toFloat64(${eventMeasures[name]})`).join(', ')}] as measures
    from events
    where site_id = {site:String}
      and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and kind = '${wanted.kind}' ${ofVisits}
    ${groupBy(keys)}
    limit ${mostGroups + 1}`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  const question = { name: 'event-figures', sql, params, row: figureRow }
  const rows = await askOnce(engine, scope.days.seen, question)
  return rows.map(({ keys, measures }) => ({
    keys,
    measures: Object.fromEntries(wanted.measures.map((name, index) => [name, measures[index]])),
  }))
}
