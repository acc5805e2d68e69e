import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince } from '../../store/events/hit-times.ts'
import { sessionAggregates, sessionColumns, sessionRow, timeMs } from './session-row.ts'

const isOfVisits = "origin != 'server' and kind != 'identify'"

/**
 * The last eight sessions of every visitor of every site who was active since `activeMs`, the latest first. Their hits
 * are read since `sinceMs`: earlier by at least the length of a session, which is incomplete otherwise.
 */
export const recentSessions = defineQuery({
  name: 'recent-sessions',
  params: Type.Object({
    sinceMs: timeMs,
    activeMs: timeMs,
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  }),
  row: sessionRow,
  sql: `
    select${sessionColumns}
    from (
      select${sessionAggregates}
      from events
      where ${isSince('sinceMs')}
        and ${isOfVisits}
        and visitor_hash in (select visitor_hash from events where ${isSince('activeMs')} and ${isOfVisits})
      group by site_id, visitor_id, session_id, session_day
    )
    order by lastMs desc, siteId, visitorId, sessionId
    limit 8 by siteId, visitorId
    limit {limit:UInt32}
  `,
})
