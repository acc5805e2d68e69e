import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

/**
 * The sums of some visitors' sessions; visitors without sessions are left out: neither goals of servers nor
 * identifies are any.
 */
export const visitorSummaries = defineQuery({
  name: 'visitor-summaries',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 100 }),
  }),
  row: Type.Object({
    visitorId: Type.String(),
    country: Type.String(),
    device: Type.String(),
    firstSource: Type.String(),
    firstMs: plainNumber,
    lastMs: plainNumber,
    sessions: plainNumber,
  }),
  sql: `
    select visitor_id as visitorId,
      argMaxIf(hits.country, timestamp, hits.country != '') as country,
      argMaxIf(hits.device, timestamp, hits.device != '') as device,
      argMinIf(if(source = '', 'Direct', toString(source)), timestamp, touch != 'internal') as firstSource,
      toFloat64(toUnixTimestamp64Milli(min(timestamp))) as firstMs,
      toFloat64(toUnixTimestamp64Milli(max(timestamp))) as lastMs,
      toFloat64(uniqExact(session_day, session_hash)) as sessions
    from events as hits
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}
      and origin != 'server' and kind != 'identify'
    group by visitor_id
    limit 100`,
})
