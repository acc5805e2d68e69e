import Type from 'typebox'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
import { sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { countedValue } from './goal-value.ts'
import type { VisitScope } from './visit-figures.ts'

const counted = { count: plainNumber, visitors: plainNumber, valueSum: Type.Number() }
const goalRow = Type.Object({ goal: Type.String(), ...counted, values: plainNumber })
const propertyRow = Type.Object({ property: Type.String(), json: Type.String(), ...counted })

const valueSum = `sum(ifNull(${countedValue}, 0))`

/** Every goal that was reached in the range, each at its own time, the most frequent first. */
export function goalFigures(engine: Engine, scope: VisitScope) {
  const sql = `
    select name as goal, toFloat64(count()) as count, toFloat64(uniqExact(visitor_hash)) as visitors,
      ${valueSum} as valueSum, toFloat64(countIf(${countedValue} is not null)) as values
    from events
    where ${goalsSql(scope)}
    group by name
    order by count desc, goal
    limit 1000`
  const question = { name: 'goal-figures', sql, params: paramsOf(scope), row: goalRow }
  return askOnce(engine, scope.days.seen, question)
}

/** What was said about one goal: each property's 100 most frequent values, as JSON. */
export function goalProperties(engine: Engine, scope: VisitScope, goal: string) {
  const sql = `
    select pair.1 as property, pair.2 as json, toFloat64(count()) as count,
      toFloat64(uniqExact(visitor_hash)) as visitors, ${valueSum} as valueSum
    from (
      select visitor_hash, value, arrayJoin(JSONExtractKeysAndValuesRaw(properties)) as pair
      from events
      where ${goalsSql(scope)} and name = {goal:String} and properties != ''
    )
    group by property, json
    order by property, count desc, json
    limit 100 by property
    limit 10000`
  const params = { ...paramsOf(scope), goal }
  return askOnce(engine, scope.days.seen, {
    name: 'goal-properties',
    sql,
    params,
    row: propertyRow,
  })
}

function goalsSql({ filters, days }: VisitScope): string {
  const condition = filterCondition(filters, days)
  const ofVisits =
    filters.length === 0
      ? ''
      : `and session_hash in (select session_hash from ${sessionRowsSql(days, condition.columns)} where ${condition.sql})`
  return `site_id = {site:String}
      and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and kind = 'goal' ${ofVisits}`
}

function paramsOf({ site, days, filters, fromMs, toMs, zone }: VisitScope) {
  const { params } = filterCondition(filters, days)
  return { ...sessionRowParams(site, days), ...params, from: fromMs, to: toMs, zone }
}
