import Type from 'typebox'
import { serverGoalsSql } from '../counted-hits.ts'
import { ask, defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableSql } from '../sessions/session-table.ts'
import { sessionDimensions } from '../vocabulary.ts'
import { isInRange, scopeParams, type VisitScope } from './visit-scope.ts'

/** Which visitors of a scope, and in which order. */
export interface VisitorList {
  /** A part of the visitor's id; whoever is in `known` is found too. */
  search: { text: string; known: readonly string[] } | undefined
  order: 'lastSeen' | 'revenue'
  /** The order's value and the hash of the last visitor of the page before. */
  after: { value: number; visitor: string } | undefined
  currency: string
  limit: number
}

const row = Type.Object({
  visitor: Type.String(),
  order: plainNumber,
  firstMs: plainNumber,
  lastMs: plainNumber,
  sessions: plainNumber,
  pageViews: plainNumber,
  goals: plainNumber,
  source: Type.String(),
  country: Type.String(),
  device: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  revenueMinor: plainNumber,
  payments: plainNumber,
})

const orders = { lastSeen: 'last_ms', revenue: 'ifNull(revenue_minor, 0)' } as const

/** Visitors with a visit in the scope, the latest or the best paying first, known by their hash. */
export function visitorList(engine: Engine, scope: VisitScope, list: VisitorList) {
  const condition = filterCondition(scope.filters)
  const { sql: source } = sessionDimensions.source
  const sql = `
    select toString(visitor_hash) as visitor, toFloat64(${orders[list.order]}) as order,
      toFloat64(first_ms) as firstMs, toFloat64(last_ms) as lastMs, toFloat64(sessions) as sessions,
      toFloat64(page_views) as pageViews, toFloat64(own_goals + server_goals) as goals,
      came_from as source, from_country as country, with_device as device,
      with_browser as browser, with_os as os,
      toFloat64(revenue_minor) as revenueMinor, toFloat64(payments_made) as payments
    from (
      select visitor_hash, count() as sessions, sum(pageviews) as page_views, sum(goals) as own_goals,
        toUnixTimestamp64Milli(min(started_at)) as first_ms,
        toUnixTimestamp64Milli(max(ended_at)) as last_ms,
        toString(argMin(${source}, started_at)) as came_from,
        toString(argMax(country, started_at)) as from_country,
        toString(argMax(device, started_at)) as with_device,
        toString(argMax(browser, started_at)) as with_browser,
        toString(argMax(os, started_at)) as with_os
      from ${sessionTableSql(['ended_at', 'pageviews', 'goals', 'source', 'country', 'device', 'browser', 'os', ...condition.columns], list.search === undefined ? {} : { visitors: foundSql })}
      where ${isInRange('started_at')} and ${condition.sql}
      group by visitor_hash
    ) as people
    left join (
      select visitor_hash, count() as server_goals
      from ${serverGoalsSql({ columns: condition.columns, condition: condition.sql }, { onlyOfVisits: true })}
      group by visitor_hash
    ) as reported using (visitor_hash)
    left join (
      select sipHash64(visitor_id) as visitor_hash,
        sum(multiIf(
          reporting_currency = {currency:String}, reporting_minor,
          currency = {currency:String}, amount_minor,
          0)) as revenue_minor,
        countIf(kind = 'payment' and amount_minor > 0) as payments_made
      from payment_entries final
      where site_id = {site:String} and visitor_id != ''
      group by visitor_hash
    ) as money using (visitor_hash)
    ${list.after === undefined ? '' : `where (${orders[list.order]}, visitor_hash) < ({afterValue:Int64}, {afterVisitor:UInt64})`}
    order by ${orders[list.order]} desc, visitor_hash desc
    limit {limit:UInt16}`
  const params = {
    ...scopeParams(scope),
    ...condition.params,
    currency: list.currency,
    limit: list.limit,
    ...(list.search && { search: list.search.text, known: list.search.known }),
    ...(list.after && { afterValue: list.after.value, afterVisitor: list.after.visitor }),
  }
  return ask(engine, { name: 'visitor-list', sql, params, row })
}

const foundSql = `(
  select visitor_hash from events
  where site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}
    and (visitor_id in {known:Array(String)}
      or {search:String} != '' and positionCaseInsensitiveUTF8(visitor_id, {search:String}) > 0))`

/** The ids behind some hashes, for visitors who were there on some days. */
export const visitorIds = defineQuery({
  name: 'visitor-ids',
  params: Type.Object({
    site: Type.String(),
    firstDay: Type.String(),
    lastDay: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  row: Type.Object({ visitor: Type.String(), visitorId: Type.String() }),
  sql: `
    select toString(visitor_hash) as visitor, any(visitor_id) as visitorId
    from events
    where site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}
      and visitor_hash in (select toUInt64(arrayJoin({visitors:Array(String)})))
    group by visitor_hash
    order by visitor
    limit 1000`,
})
