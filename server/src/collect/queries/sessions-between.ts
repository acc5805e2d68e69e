import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'
import { sessionAggregates, sessionColumns, sessionRow, timeMs } from './session-row.ts'

/** Every session that some visitors of a site had between two moments, the earliest first. */
export const sessionsBetween = defineQuery({
  name: 'sessions-between',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 1000 }),
    fromMs: timeMs,
    toMs: timeMs,
  }),
  row: sessionRow,
  sql: `
    select${sessionColumns}
    from (
      select${sessionAggregates}
      from events
      where site_id = {site:String}
        and visitor_hash in ${hashesOfVisitors}
        and visitor_id in {visitors:Array(String)}
        and ${isSince('fromMs')}
        and ${isUntil('toMs')}
        and origin != 'server'
        and kind != 'identify'
      group by site_id, visitor_id, session_id, session_day
    )
    order by visitorId, startMs, sessionId
    limit 100000
  `,
})
