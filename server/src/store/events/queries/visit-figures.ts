import { askInParts, type FiguresQuestion } from '../ask-in-parts.ts'
import type { Engine } from '../engine.ts'
import type { Filter } from '../filter.ts'
import { filterCondition } from '../filter-conditions.ts'
import type { SharedRows } from '../moving-rows.ts'
import { type DayPlan, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import {
  asText,
  type SessionColumnName,
  type SessionDimensionName,
  type SessionMeasure,
  sessionDimensions,
  sessionMeasures,
  visitSums,
} from '../vocabulary.ts'

/** Which visits a question is about: those of a site that began in the range and pass the filters. */
export interface VisitScope {
  site: string
  /** Milliseconds since 1970 UTC, from included, to excluded. */
  fromMs: number
  toMs: number
  /** IANA zone of the time dimensions. */
  zone: string
  days: DayPlan
  filters: readonly Filter[]
}

/** The measures of one group of visits. */
export interface FigureRow {
  /** A value for each dimension asked for, in that order. */
  keys: string[]
  measures: Partial<Record<SessionMeasure, number>>
}

/** Adds up visits by the dimensions; without any, one row for all of them. */
export async function visitFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: { dimensions: readonly SessionDimensionName[]; measures: readonly SessionMeasure[] },
): Promise<FigureRow[]> {
  const condition = filterCondition(scope.filters, scope.days)
  const dimensions = wanted.dimensions.map((name) => ({ name, ...sessionDimensions[name] }))
  const measures = wanted.measures.map((name) => sessionMeasures[name])
  const fromColumns = (columns: readonly SessionColumnName[]): FiguresQuestion['from'] => {
    return (part, visitors) => `from ${sessionRowsSql(scope.days, columns, { part, visitors })}
    where started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and (${condition.sql})`
  }
  const words = [...dimensions, ...measures, condition]
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  const question: FiguresQuestion = {
    name: 'visit-figures',
    keys: dimensions.map(({ name, sql }) => ({ sql, text: asText(name, sql) })),
    measures: wanted.measures.map((name) =>
      name === 'visitors'
        ? { name, distinct: 'visitor_hash' }
        : { name, sum: sessionMeasures[name].sql },
    ),
    from: fromColumns(words.flatMap(({ columns }) => columns)),
    replaces: true,
    params,
    shared: sharedRows(wanted, {
      name: 'visits',
      from: fromColumns([...sharedColumns, ...condition.columns]),
      params,
    }),
  }
  const rows = await askInParts(engine, scope.days, question, !words.some(looksAtEvents))
  return rows.map(({ keys, measures: values }) => ({
    keys,
    measures: Object.fromEntries(wanted.measures.map((name, index) => [name, values[index]])),
  }))
}

/** What the panels of a dashboard name visits by: every column more is read of thousands of rows. */
const sharedDimensions = [
  'channel',
  'source',
  'entryPage',
  'country',
  'device',
  'day',
] as const satisfies SessionDimensionName[]
const sharedSums = Object.keys(visitSums) as (keyof typeof visitSums)[]
const sharedColumns = [
  ...sharedDimensions.flatMap((name) => sessionDimensions[name].columns),
  ...sharedSums.flatMap((name) => visitSums[name].columns),
]

/** Undefined for what only the engine can add up. */
function sharedRows(
  { dimensions, measures }: { dimensions: readonly string[]; measures: readonly SessionMeasure[] },
  rows: Pick<SharedRows, 'name' | 'from' | 'params'>,
): SharedRows | undefined {
  const keyPlaces = dimensions.map((name) => (sharedDimensions as readonly string[]).indexOf(name))
  if (keyPlaces.includes(-1) || measures.includes('goalVisitors')) return undefined
  return {
    ...rows,
    keys: sharedDimensions.map((name) => asText(name, sessionDimensions[name].sql)),
    ids: ['toString(visitor_hash)'],
    sums: sharedSums.map((name) => visitSums[name].sql),
    keyPlaces,
    measures: measures.map((name) =>
      name === 'visitors' ? { id: 0 } : { sum: (sharedSums as readonly string[]).indexOf(name) },
    ),
  }
}

/** Whether what a word says of a visit hangs on more than the visit's row. */
export function looksAtEvents({ sql }: { sql: string }): boolean {
  return /\bfrom events\b/.test(sql)
}
