import { askInParts, type FiguresQuestion } from '../ask-in-parts.ts'
import type { Engine } from '../engine.ts'
import type { Filter } from '../filter.ts'
import { filterCondition } from '../filter-conditions.ts'
import { type DayPlan, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import {
  asText,
  type SessionDimensionName,
  type SessionMeasure,
  sessionDimensions,
  sessionMeasures,
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
  const condition = filterCondition(scope.filters)
  const dimensions = wanted.dimensions.map((name) => ({ name, ...sessionDimensions[name] }))
  const measures = wanted.measures.map((name) => sessionMeasures[name])
  const columns = [...dimensions, ...measures, condition].flatMap((part) => part.columns)
  const question: FiguresQuestion = {
    name: 'visit-figures',
    keys: dimensions.map(({ name, sql }) => ({ sql, text: asText(name, sql) })),
    measures: wanted.measures.map((name) =>
      name === 'visitors'
        ? { name, distinct: 'visitor_hash' }
        : { name, sum: sessionMeasures[name].sql },
    ),
    from: (part, visitors) => `from ${sessionRowsSql(columns, { part, visitors })}
    where started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and (${condition.sql})`,
    params: {
      ...sessionRowParams(scope.site, scope.days),
      ...condition.params,
      from: scope.fromMs,
      to: scope.toMs,
      zone: scope.zone,
    },
  }
  const words = [...dimensions, ...measures, condition]
  const rows = await askInParts(engine, scope.days, question, !words.some(looksAtEvents))
  return rows.map(({ keys, measures: values }) => ({
    keys,
    measures: Object.fromEntries(wanted.measures.map((name, index) => [name, values[index]])),
  }))
}

/** Whether what a word says of a visit hangs on more than the visit's row. */
export function looksAtEvents({ sql }: { sql: string }): boolean {
  return /\bfrom events\b/.test(sql)
}
