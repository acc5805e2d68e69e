import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { filterCondition } from './filter-conditions.ts'
import { type SessionMeasure, sessionMeasures } from './session-measures.ts'
import { isInRange, scopeParams, type VisitScope } from './visit-scope.ts'
import { asText, type SessionDimensionName, sessionDimensions } from './vocabulary.ts'

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
  /** 0 of a group, the most of the total. */
  level: plainNumber,
})

/** What is added up by keys, and in all. */
export interface Figures {
  rows: FigureRow[]
  /** Undefined where there was nothing at all. */
  total: FigureRow['measures'] | undefined
}

export const noFigures: Figures = { rows: [], total: undefined }

/** Adds up visits by the dimensions, and all of them. */
export function visitFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: { dimensions: readonly SessionDimensionName[]; measures: readonly SessionMeasure[] },
): Promise<Figures> {
  const condition = filterCondition(scope.filters)
  const measures = wanted.measures.map((name) => sessionMeasures[name])
  const columns = [
    ...wanted.dimensions.flatMap((name) => sessionDimensions[name].columns),
    ...measures.flatMap((measure) => measure.columns),
    ...condition.columns,
  ]
  return askFigures(engine, {
    name: 'visit-figures',
    keys: wanted.dimensions.map((name) => keySql(name)),
    measures: wanted.measures.map((name, index) => ({ name, sql: measures[index]?.sql ?? '' })),
    from: `${sessionTableSql(columns)} where ${isInRange('started_at')} and (${condition.sql})`,
    params: { ...scopeParams(scope), ...condition.params },
  })
}

/** A key to group by, and its text, which is made once for each group. */
interface KeySql {
  sql: string
  text: (key: string) => string
}

/** How a dimension of visits is written. `started` replaces the moment that times are taken of. */
export function keySql(name: SessionDimensionName, started = 'started_at'): KeySql {
  const sql = sessionDimensions[name].sql.replaceAll('started_at', started)
  return { sql, text: (key) => asText(name, key) }
}

interface MeasureSql {
  name: SessionMeasure
  sql: string
  /** Of the total, where that is not made of the same rows. */
  ofTotal?: string
}

interface FiguresQuestion {
  name: string
  keys: readonly KeySql[]
  measures: readonly MeasureSql[]
  /** What follows `from`, with its conditions. */
  from: string
  params: Record<string, unknown>
}

/**
 * Adds up the rows of a statement by keys and in all, in one pass: the total is made of what the groups
 * are made of. One group more than allowed is answered when there are more.
 */
export async function askFigures(
  engine: Engine,
  { name, keys, measures, from, params }: FiguresQuestion,
): Promise<Figures> {
  const names = keys.map((_, index) => `key${index}`)
  const sums = [
    ...measures.map(({ sql }) => sql),
    ...measures.map(({ sql, ofTotal = sql }) => ofTotal),
  ].map((sql) => `toFloat64(${sql})`)
  // Grouped by columns as they are stored: texts made of them for each row cost more than all else.
  const grouped = keys.map(({ sql }, index) => `${sql} as ${names[index]}, `).join('')
  const texts = keys.map(({ text }, index) => text(names[index] ?? '')).join(', ')
  const all = 2 ** names.length - 1
  const level = names.length === 0 ? '1' : `grouping(${names.join(', ')})`
  const sql = `
    select [${texts}]::Array(String) as keys, [${sums.join(', ')}]::Array(Float64) as measures,
      toFloat64(${level}) as level
    from (select ${grouped} * from ${from})
    ${names.length === 0 ? '' : `group by ${names.join(', ')} with rollup having level in (0, ${all})`}
    order by level desc
    limit ${mostGroups + 2}`
  const found = await ask(engine, { name, sql, params, row: figuresRow })
  const figuresOf = (values: readonly number[]) =>
    Object.fromEntries(measures.map((measure, at) => [measure.name, values[at]]))
  const total = found.find(({ level }) => names.length === 0 || level === all)
  return {
    rows: found
      .filter(({ level }) => level === 0)
      .map((row) => ({ keys: row.keys, measures: figuresOf(row.measures) })),
    total: total && figuresOf(total.measures.slice(measures.length)),
  }
}
