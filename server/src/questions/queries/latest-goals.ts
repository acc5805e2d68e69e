import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { plainNumber } from '../../store/events/row-types.ts'

/** The goals that were reached last between two moments, the newest first. */
export const latestGoals = defineQuery({
  name: 'latest-goals',
  params: Type.Object({
    site: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    goal: Type.String(),
    value: Type.Union([Type.Number(), Type.Null()]),
    atMs: plainNumber,
    page: Type.String(),
    country: Type.String(),
    visitorId: Type.String(),
  }),
  sql: `
    select name as goal, value, toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs,
      path as page, country, visitor_id as visitorId
    from events
    prewhere timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and kind = 'goal'
    where site_id = {site:String}
    order by timestamp desc, visitor_id, name
    limit {limit:UInt16}`,
})
