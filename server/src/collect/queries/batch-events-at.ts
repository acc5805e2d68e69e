import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { timeMs, wholeNumber } from '../../store/events/row-types.ts'

/**
 * The stored items of a batch: their distinguishing fields, with the count of each. Batches received within the same
 * second are not told apart. A batch has at most 1,000 items.
 */
export const batchEventsAt = defineQuery({
  name: 'batch-events-at',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String()),
    firstMs: Type.Integer(),
    lastMs: Type.Integer(),
    receivedMs: Type.Integer(),
  }),
  row: Type.Object({
    visitorId: Type.String(),
    timestampMs: timeMs,
    kind: Type.String(),
    path: Type.String(),
    name: Type.String(),
    events: wholeNumber,
  }),
  sql: `
    select
      visitor_id  as visitorId,
      timestamp   as timestampMs,
      kind,
      path,
      name,
      count()     as events
    from events
    where site_id = {site:String}
      and ${isSince('firstMs')}
      and ${isUntil('lastMs')}
      and received_at = toDateTime(intDiv({receivedMs:Int64}, 1000), 'UTC')
      and origin = 'batch'
      and visitor_id in {visitors:Array(String)}
    group by visitorId, timestampMs, kind, path, name
    order by visitorId, timestampMs, kind, path, name
    limit 10000
  `,
})
