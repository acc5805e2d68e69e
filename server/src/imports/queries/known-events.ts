import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

/**
 * Which of some events a site has already: those of the given visitors and moments, by their distinguishing fields,
 * with the count of each. `days` narrows the look-up to their days.
 */
export const knownEvents = defineQuery({
  name: 'known-events',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String()),
    times: Type.Array(Type.Integer()),
    days: Type.Array(Type.String()),
  }),
  row: Type.Object({
    visitorId: Type.String(),
    timestampMs: plainNumber,
    kind: Type.String(),
    path: Type.String(),
    name: Type.String(),
    value: Type.Union([Type.Number(), Type.Null()]),
    engagedMs: plainNumber,
    events: plainNumber,
  }),
  sql: `
    select
      visitor_id as visitorId,
      toFloat64(toUnixTimestamp64Milli(timestamp)) as timestampMs,
      kind,
      path,
      name,
      value,
      toFloat64(engaged_ms) as engagedMs,
      toFloat64(count()) as events
    from events
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String}
      and toDate(timestamp) in {days:Array(Date)}
      and toUnixTimestamp64Milli(timestamp) in {times:Array(Int64)}
    group by visitorId, timestampMs, kind, path, name, value, engagedMs
    order by visitorId, timestampMs, kind, path, name, value, engagedMs
    limit 100000`,
})
