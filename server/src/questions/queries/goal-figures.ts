import Type from 'typebox'
import { countedValue } from '../../goals/queries/goal-value.ts'
import { goalsSql } from '../../reports/queries/counted-hits.ts'
import { filterCondition } from '../../reports/queries/filter-conditions.ts'
import { scopeParams, type VisitScope } from '../../reports/queries/visit-scope.ts'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'

const counted = { count: plainNumber, visitors: plainNumber, valueSum: Type.Number() }
const goalRow = Type.Object({ goal: Type.String(), ...counted, values: plainNumber })
const propertyRow = Type.Object({ property: Type.String(), json: Type.String(), ...counted })

const valueSum = `sum(ifNull(${countedValue}, 0))`

/** Every goal that was reached in the range, goals of a visit at its start, the most frequent first. */
export function goalFigures(engine: Engine, scope: VisitScope) {
  const sql = `
    select name as goal, toFloat64(count()) as count, toFloat64(uniqExactIf(visitor_hash, visitor_hash != sipHash64(''))) as visitors,
      ${valueSum} as valueSum, toFloat64(countIf(${countedValue} is not null)) as values
    from ${goalsOf(scope)}
    group by name
    order by count desc, goal
    limit 1000`
  const question = { name: 'goal-figures', sql, params: paramsOf(scope), row: goalRow }
  return ask(engine, question)
}

/** What was said about one goal: each property's 100 most frequent values, as JSON. */
export function goalProperties(engine: Engine, scope: VisitScope, goal: string) {
  const sql = `
    select pair.1 as property, pair.2 as json, toFloat64(count()) as count,
      toFloat64(uniqExactIf(visitor_hash, visitor_hash != sipHash64(''))) as visitors, ${valueSum} as valueSum
    from (
      select visitor_hash, value, arrayJoin(JSONExtractKeysAndValuesRaw(properties)) as pair
      from ${goalsOf(scope, "name = {goal:String} and properties != ''")}
    )
    group by property, json
    order by property, count desc, json
    limit 100 by property
    limit 10000`
  const params = { ...paramsOf(scope), goal }
  return ask(engine, {
    name: 'goal-properties',
    sql,
    params,
    row: propertyRow,
  })
}

function goalsOf({ filters }: VisitScope, where = '1'): string {
  const { columns, sql } = filterCondition(filters)
  return goalsSql({ columns, condition: sql, where }, { onlyOfVisits: filters.length > 0 })
}

function paramsOf(scope: VisitScope) {
  return { ...scopeParams(scope), ...filterCondition(scope.filters).params }
}
