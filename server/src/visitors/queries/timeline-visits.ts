import Type, { type Static } from 'typebox'
import { entryOf } from '../../reports/queries/vocabulary.ts'
import { ask, defineQuery } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { isSince } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { ofVisitorsSql, type TimelinePage, timelineOrder, timelineParams } from './timeline-page.ts'

const begun = Type.Object({ key: Type.String(), atMs: plainNumber })

/** Names a visit in the timeline. A client's session id that is used again on another day names another visit. */
const visitKey = "concat('a', toString(session_hash), '_', toString(toUInt16(session_day)))"

/** When the visits of a page of a time line began. */
export function timelineVisits(engine: Engine, page: TimelinePage) {
  const { condition, orderBy } = timelineOrder(page)
  const sql = `
    select key, atMs
    from (
      select ${visitKey} as key,
        toFloat64(toUnixTimestamp64Milli(min(timestamp))) as atMs
      from events ${ofVisitorsSql} and origin != 'server'
      group by visitor_id, session_id, key
      -- An identify alone is no visit.
      having countIf(kind != 'identify') > 0
    )
    where ${condition}
    ${orderBy}
    limit {limit:UInt32}`
  return ask(engine, { name: 'timeline-visits', sql, params: timelineParams(page), row: begun })
}

/** How many of one visit's page views and goals are included. */
export const pagesShown = 50
export const goalsShown = 100

const visitDetails = Type.Object({
  key: Type.String(),
  visitorId: Type.String(),
  sessionId: Type.String(),
  startMs: plainNumber,
  endMs: plainNumber,
  channel: Type.String(),
  source: Type.String(),
  medium: Type.String(),
  campaign: Type.String(),
  term: Type.String(),
  content: Type.String(),
  referrer: Type.String(),
  landingPage: Type.String(),
  exitPage: Type.String(),
  device: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  country: Type.String(),
  region: Type.String(),
  city: Type.String(),
  engagedMs: plainNumber,
  pageViews: plainNumber,
  goalCount: plainNumber,
  // When, channel, source, campaign.
  touches: Type.Array(Type.Tuple([plainNumber, Type.String(), Type.String(), Type.String()])),
  // When, path, title.
  pages: Type.Array(Type.Tuple([plainNumber, Type.String(), Type.String()])),
  // When, name, value, properties, path.
  goals: Type.Array(
    Type.Tuple([plainNumber, Type.String(), Type.String(), Type.String(), Type.String()]),
  ),
})

export type VisitDetails = Static<typeof visitDetails>

const ms = 'toFloat64(toUnixTimestamp64Milli(timestamp))'

/** All details of some visits, identified by their keys. */
export const timelineVisitDetails = defineQuery({
  name: 'timeline-visit-details',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 100 }),
    keys: Type.Array(Type.String(), { maxItems: 200 }),
  }),
  row: visitDetails,
  sql: `
    select ${visitKey} as key, visitor_id as visitorId, session_id as sessionId,
      min(${ms}) as startMs, max(${ms}) as endMs,
      if(brought.1 = '', 'Direct', brought.1) as channel, if(brought.2 = '', 'Direct', brought.2) as source,
      brought.3 as medium, brought.4 as campaign, brought.5 as term, brought.6 as content,
      brought.7 as referrer, brought.8 as landingPage,
      brought.9 as device, brought.10 as browser, brought.11 as os,
      brought.12 as country, brought.13 as region, brought.14 as city,
      argMaxIf(hits.path, timestamp, kind = 'pageview') as exitPage,
      ${entryOf('(hits.channel, hits.source, hits.medium, hits.campaign, hits.term, hits.content, hits.referrer, hits.path, hits.device, hits.browser, hits.os, hits.country, hits.region, hits.city)')} as brought,
      toFloat64(sum(engaged_ms)) as engagedMs,
      toFloat64(countIf(kind = 'pageview')) as pageViews,
      toFloat64(countIf(kind = 'goal')) as goalCount,
      groupArraySortedIf(50)((${ms}, toString(hits.channel), toString(hits.source), toString(hits.campaign)), touch = 'source') as touches,
      groupArraySortedIf(${pagesShown + 1})((${ms}, toString(hits.path), toString(hits.title)), kind = 'pageview') as pages,
      groupArraySortedIf(${goalsShown})(
        (${ms}, toString(name), ifNull(toString(value), ''), properties, toString(hits.path)), kind = 'goal') as goals
    from events as hits ${ofVisitorsSql} and origin != 'server'
      and key in {keys:Array(String)}
    group by visitor_id, session_id, key
    order by key
    limit 200`,
})

const viewsOfSession = `events
    prewhere visitor_hash = sipHash64({visitor:String})
    where site_id = {site:String} and visitor_id = {visitor:String} and session_id = {session:String}
      and kind = 'pageview' and origin != 'server'
      and ${isSince('fromMs')}`

/**
 * The page views of one visit from a moment on, oldest first, skipping those that were shown already: of the first
 * visit since then that has this session id.
 */
export const visitPages = defineQuery({
  name: 'visit-pages',
  params: Type.Object({
    site: Type.String(),
    visitor: Type.String(),
    session: Type.String(),
    fromMs: Type.Integer(),
    shown: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
  }),
  row: Type.Object({ atMs: plainNumber, path: Type.String(), title: Type.String() }),
  sql: `
    select ${ms} as atMs, path, title
    from ${viewsOfSession} and session_day in (select min(session_day) from ${viewsOfSession})
    order by timestamp, path, title
    limit {limit:UInt32} offset {shown:UInt32}`,
})
