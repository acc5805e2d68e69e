import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

const isVisit = "origin != 'server' and kind != 'identify'"

/**
 * The totals of each of some visitors, the last seen first. Neither a goal of a server nor an identify is a visit;
 * `visits` is 0 for visitors who only have those.
 */
export const personDevices = defineQuery({
  name: 'person-devices',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 100 }),
  }),
  row: Type.Object({
    visitorId: Type.String(),
    firstMs: plainNumber,
    lastMs: plainNumber,
    visits: plainNumber,
    pageViews: plainNumber,
    goals: plainNumber,
    device: Type.String(),
    browser: Type.String(),
    os: Type.String(),
    country: Type.String(),
    region: Type.String(),
    city: Type.String(),
    language: Type.String(),
  }),
  sql: `
    select visitor_id as visitorId,
      toFloat64(toUnixTimestamp64Milli(minIf(timestamp, ${isVisit}))) as firstMs,
      toFloat64(toUnixTimestamp64Milli(maxIf(timestamp, ${isVisit}))) as lastMs,
      toFloat64(uniqExactIf((session_day, session_hash), ${isVisit})) as visits,
      toFloat64(countIf(kind = 'pageview' and origin != 'server')) as pageViews,
      toFloat64(countIf(kind = 'goal')) as goals,
      argMaxIf(hits.device, timestamp, hits.device != '') as device,
      argMaxIf(hits.browser, timestamp, hits.browser != '') as browser,
      argMaxIf(hits.os, timestamp, hits.os != '') as os,
      argMaxIf(hits.country, timestamp, hits.country != '') as country,
      argMaxIf(hits.region, timestamp, hits.region != '') as region,
      argMaxIf(hits.city, timestamp, hits.city != '') as city,
      argMaxIf(hits.language, timestamp, hits.language != '') as language
    from events as hits
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}
    group by visitor_id
    order by lastMs desc, visitorId
    limit 100`,
})
