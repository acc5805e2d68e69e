import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'
import { timeMs } from './session-row.ts'

const row = Type.Object({ siteId: Type.String(), visitorId: Type.String(), timestampMs: timeMs })

const columns = `
      site_id as siteId,
      visitor_id as visitorId,
      toFloat64(toUnixTimestamp64Milli(timestamp)) as timestampMs`

/** When visitors of every site were identified since a moment, at most `limit` times. */
export const recentIdentifies = defineQuery({
  name: 'recent-identifies',
  params: Type.Object({ sinceMs: timeMs, limit: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
  row,
  sql: `
    select ${columns}
    from events
    where ${isSince('sinceMs')} and kind = 'identify'
    order by timestamp desc, siteId, visitorId
    limit {limit:UInt32}`,
})

/** When some visitors of a site were identified between two moments. */
export const identifiesBetween = defineQuery({
  name: 'identifies-between',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 1000 }),
    fromMs: timeMs,
    toMs: timeMs,
  }),
  row,
  sql: `
    select ${columns}
    from events
    where site_id = {site:String}
      and visitor_hash in ${hashesOfVisitors}
      and visitor_id in {visitors:Array(String)}
      and ${isSince('fromMs')}
      and ${isUntil('toMs')}
      and kind = 'identify'
    order by visitorId, timestampMs
    limit 10000`,
})
