import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { timeMs, wholeNumber } from '../row-types.ts'

/**
 * The newest sessions of one visitor that began before a moment. Device and place are those of the
 * session's first hit that told them.
 */
export const visitorSessionList = defineQuery({
  name: 'visitor-session-list',
  params: Type.Object({
    site: Type.String(),
    visitor: Type.String(),
    beforeMs: Type.Integer(),
    limit: Type.Integer(),
  }),
  row: Type.Object({
    sessionId: Type.String(),
    firstMs: timeMs,
    lastMs: timeMs,
    pageViews: wholeNumber,
    device: Type.String(),
    browser: Type.String(),
    os: Type.String(),
    country: Type.String(),
  }),
  sql: `
    select
      session_id                                            as sessionId,
      min(timestamp)                                        as firstMs,
      max(timestamp)                                        as lastMs,
      countIf(kind = 'pageview')                            as pageViews,
      argMinIf(hits.device, timestamp, hits.device != '')   as device,
      argMinIf(hits.browser, timestamp, hits.browser != '') as browser,
      argMinIf(hits.os, timestamp, hits.os != '')           as os,
      argMinIf(hits.country, timestamp, hits.country != '') as country
    from events as hits
    where site_id = {site:String}
      and visitor_hash = sipHash64({visitor:String})
      and visitor_id = {visitor:String}
      and origin != 'server'
    group by session_id
    having firstMs < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
    order by firstMs desc, sessionId
    limit {limit:UInt32}
  `,
})
