import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { timeMs } from '../row-types.ts'

/** The newest page views of one visitor before a moment. */
export const visitorPageViews = defineQuery({
  name: 'visitor-page-views',
  params: Type.Object({
    site: Type.String(),
    visitor: Type.String(),
    beforeMs: Type.Integer(),
    limit: Type.Integer(),
  }),
  row: Type.Object({
    path: Type.String(),
    title: Type.String(),
    timestampMs: timeMs,
    referrer: Type.String(),
  }),
  sql: `
    select
      path,
      title,
      timestamp as timestampMs,
      referrer
    from events
    where site_id = {site:String}
      and visitor_hash = sipHash64({visitor:String})
      and visitor_id = {visitor:String}
      and origin != 'server'
      and kind = 'pageview'
      and timestamp < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
    order by timestamp desc, path, title, referrer
    limit {limit:UInt32}
  `,
})
