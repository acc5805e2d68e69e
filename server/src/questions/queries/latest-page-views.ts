import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'

/** The latest page views between two moments, the newest first. */
export const latestPageViews = defineQuery({
  name: 'latest-page-views',
  params: Type.Object({
    site: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    page: Type.String(),
    source: Type.String(),
    country: Type.String(),
    visitorId: Type.String(),
    atMs: plainNumber,
  }),
  sql: `
    select path as page, if(touch = 'source', toString(source), '') as source, country,
      visitor_id as visitorId, toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs
    from events
    prewhere ${isSince('from')}
      and ${isUntil('to')}
      and kind = 'pageview'
    where site_id = {site:String} and origin != 'server'
    order by timestamp desc, visitor_id, path
    limit {limit:UInt16}`,
})
