import type { Engine } from '../../store/events/engine.ts'
import { sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { askFigures, type Figures, type KeySql } from './ask-figures.ts'
import { isExclusion } from './filter.ts'
import { filterCondition } from './filter-conditions.ts'
import { type SessionMeasure, sessionMeasures } from './session-measures.ts'
import { isInRange, scopeParams, type VisitScope } from './visit-scope.ts'
import { asText, type SessionDimensionName, sessionDimensions } from './vocabulary.ts'

/** Adds up visits by the dimensions, and in total. */
export function visitFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: { dimensions: readonly SessionDimensionName[]; measures: readonly SessionMeasure[] },
): Promise<Figures> {
  const condition = filterCondition(scope.filters)
  const measures = wanted.measures.map((name) => ({ name, ...sessionMeasures[name] }))
  return askFigures(engine, {
    name: 'visit-figures',
    keys: wanted.dimensions.map((name) => keySql(name)),
    measures,
    columns: [
      ...wanted.dimensions.flatMap((name) => sessionDimensions[name].columns),
      ...measures.flatMap((measure) => measure.columns),
    ],
    from: (columns) =>
      `${sessionTableSql([...columns, ...condition.columns])} where ${isInRange('started_at')} and (${condition.sql})`,
    // Of few visits, to look up who returned takes longer than what it saves.
    returning: scope.filters.every(isExclusion) ? returningVisitors : undefined,
    params: { ...scopeParams(scope), ...condition.params },
  })
}

/** The visitors with several visits of the range, whether or not these pass the filters. */
const returningVisitors = `(
  select visitor_hash from ${sessionTableSql([])} where ${isInRange('started_at')}
  group by visitor_hash having count() > 1)`

/** How a dimension of visits is written. `started` replaces the moment that times are taken of. */
export function keySql(name: SessionDimensionName, started = 'started_at'): KeySql {
  const sql = sessionDimensions[name].sql.replaceAll('started_at', started)
  return { sql, text: (key) => asText(name, key) }
}
