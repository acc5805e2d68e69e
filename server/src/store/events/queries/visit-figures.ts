import Type from 'typebox'
import type { Engine } from '../engine.ts'
import type { Filter } from '../filter.ts'
import { filterCondition } from '../filter-conditions.ts'
import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
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

/** The most groups one answer may have; beyond it the question is too fine. */
export const mostGroups = 100_000

/** How the engine sends a `FigureRow`: the measures in the order they were asked for. */
export const figureRow = Type.Object({
  keys: Type.Array(Type.String()),
  measures: Type.Array(plainNumber),
})

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
  const sql = `
    select [${dimensions.map(({ name, sql }) => asText(name, sql)).join(', ')}]::Array(String) as keys,
      [${measures.map(({ sql }) => `toFloat64(${sql})`).join(', ')}] as measures
    from ${sessionRowsSql(columns)}
    where started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and ${condition.sql}
    ${groupBy(dimensions.map(({ sql }) => sql))}
    limit ${mostGroups + 1}`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  const question = { name: 'visit-figures', sql, params, row: figureRow }
  const rows = await askOnce(engine, scope.days.seen, question)
  return rows.map(({ keys, measures: values }) => ({
    keys,
    measures: Object.fromEntries(wanted.measures.map((name, index) => [name, values[index]])),
  }))
}

/** Grouping by the columns as they are stored: an array of texts made of them takes twice as long. */
export function groupBy(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `group by ${keys.join(', ')}`
}
