import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableParams, sessionTableSql } from '../sessions/session-table.ts'
import { asText, type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'
import type { VisitScope } from './visit-scope.ts'

/** First visits in the range; visits are looked at from the site's first day to `untilMs`. */
export interface CohortScope extends VisitScope {
  interval: 'week' | 'month'
  by: SessionDimensionName | undefined
  untilMs: number
}

/** The engine's days begin in 1970; a day more is looked at before them. */
const beginningMs = 2 * 86_400_000

const activeRow = Type.Object({
  cohort: Type.String(),
  key: Type.String(),
  /** Weeks or months after the cohort's own. */
  period: plainNumber,
  visitors: plainNumber,
})

/** How many of each cohort visited in each period; all of them in period 0. */
export function cohortVisitors(engine: Engine, scope: CohortScope) {
  const between =
    scope.interval === 'week'
      ? "intDiv(dateDiff('day', cohort, visited), 7)"
      : "dateDiff('month', cohort, visited)"
  const sql = `
    select toString(cohort) as cohort, key, toFloat64(period) as period, toFloat64(count()) as visitors
    from (
      select cohort, key, arrayJoin(arrayMap(visited -> ${between}, visits)) as period
      from ${peopleSql(scope)}
    )
    group by cohort, key, period
    order by cohort, key, period
    limit 1000000`
  const question = { name: 'cohort-visitors', sql, params: paramsOf(scope), row: activeRow }
  return ask(engine, question)
}

const payerRow = Type.Object({
  visitorId: Type.String(),
  cohort: Type.String(),
  key: Type.String(),
})

/** The cohort of everybody who ever paid and whose first visit lies in the range. */
export function cohortPayers(engine: Engine, scope: CohortScope) {
  const payers = `
    select distinct visitor_id, sipHash64(visitor_id) as visitor_hash
    from payment_entries final
    where site_id = {site:String} and visitor_id != ''`
  const sql = `
    select visitor_id as visitorId, toString(cohort) as cohort, key
    from (${payers}) as payers
    inner join ${peopleSql(scope, `(select visitor_hash from (${payers}))`)} as people using (visitor_hash)
    order by visitorId
    limit 1000000`
  return ask(engine, { name: 'cohort-payers', sql, params: paramsOf(scope), row: payerRow })
}

function peopleSql({ interval, by, filters }: CohortScope, visitors?: string): string {
  const condition = filterCondition(filters)
  const dimension = by === undefined ? undefined : sessionDimensions[by]
  const key =
    by === undefined || dimension === undefined
      ? "''"
      : asText(by, `argMin(${dimension.sql}, started_at)`)
  const start = interval === 'week' ? 'toStartOfWeek(' : 'toStartOfMonth('
  const zone = interval === 'week' ? ', 1, {zone:String})' : ', {zone:String})'
  const columns = [...condition.columns, ...(dimension?.columns ?? [])]
  return `(
    select visitor_hash, ${start}min(started_at)${zone} as cohort, ${key} as key,
      groupUniqArray(${start}started_at${zone}) as visits
    from ${sessionTableSql(columns, { visitors })}
    where started_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
    group by visitor_hash
    having min(started_at) >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and min(started_at) < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and argMin(${condition.sql}, started_at)
  )`
}

function paramsOf({ site, filters, fromMs, toMs, zone, untilMs }: CohortScope) {
  const { params } = filterCondition(filters)
  const range = { from: fromMs, to: toMs, until: untilMs, zone }
  return {
    ...sessionTableParams(site, { fromMs: beginningMs, toMs: untilMs }),
    ...params,
    ...range,
  }
}
