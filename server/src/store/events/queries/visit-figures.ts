import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableSql } from '../sessions/session-table.ts'
import {
  asText,
  type SessionDimensionName,
  type SessionMeasure,
  sessionDimensions,
  sessionMeasures,
} from '../vocabulary.ts'
import { isInRange, scopeParams, type VisitScope } from './visit-scope.ts'

/** The measures of one group of visits or of single hits. */
export interface FigureRow {
  /** A value for each dimension asked for, in that order. */
  keys: string[]
  measures: Partial<Record<SessionMeasure, number>>
}

/** The most groups one answer may have; beyond it the question is too fine. */
export const mostGroups = 100_000

const figuresRow = Type.Object({
  keys: Type.Array(Type.String()),
  measures: Type.Array(plainNumber),
})

/** Adds up visits by the dimensions; without any, one row for all of them. */
export function visitFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: { dimensions: readonly SessionDimensionName[]; measures: readonly SessionMeasure[] },
): Promise<FigureRow[]> {
  const condition = filterCondition(scope.filters)
  const keys = wanted.dimensions.map((name) => keySql(name))
  const measures = wanted.measures.map((name) => sessionMeasures[name])
  const columns = [
    ...wanted.dimensions.flatMap((name) => sessionDimensions[name].columns),
    ...measures.flatMap((measure) => measure.columns),
    ...condition.columns,
  ]
  return askFigures(engine, {
    name: 'visit-figures',
    keys,
    measures: wanted.measures.map((name, index) => [name, measures[index]?.sql ?? '']),
    from: `${sessionTableSql(columns)} where ${isInRange('started_at')} and (${condition.sql})`,
    params: { ...scopeParams(scope), ...condition.params },
  })
}

/** A key to group by, and its text, which is made once for each group. */
interface KeySql {
  sql: string
  text: string
}

/** How a dimension of visits is written. `started` replaces the moment that times are taken of. */
export function keySql(name: SessionDimensionName, started = 'started_at'): KeySql {
  const sql = sessionDimensions[name].sql.replaceAll('started_at', started)
  return { sql, text: asText(name, sql) }
}

interface FiguresQuestion {
  name: string
  keys: readonly KeySql[]
  measures: readonly (readonly [name: SessionMeasure, sql: string])[]
  /** What follows `from`, with its conditions. */
  from: string
  params: Record<string, unknown>
}

/** Adds up the rows of a statement by keys. One group more than allowed is answered when there are more. */
export async function askFigures(
  engine: Engine,
  { name, keys, measures, from, params }: FiguresQuestion,
): Promise<FigureRow[]> {
  const sums = measures.map(([, sql]) => `toFloat64(${sql})`)
  // Grouped by columns as they are stored: texts made of them for each row cost more than all else.
  const by = keys.length === 0 ? '' : `group by ${keys.map(({ sql }) => sql).join(', ')}`
  const sql = `
    select [${keys.map(({ text }) => text).join(', ')}]::Array(String) as keys,
      [${sums.join(', ')}]::Array(Float64) as measures
    from ${from}
    ${by}
    limit ${mostGroups + 1}`
  const rows = await ask(engine, { name, sql, params, row: figuresRow })
  return rows.map((row) => ({
    keys: row.keys,
    measures: Object.fromEntries(measures.map(([measure], at) => [measure, row.measures[at]])),
  }))
}
