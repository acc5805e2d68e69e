import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince } from '../../store/events/hit-times.ts'
import { sessionAggregates, sessionColumns, sessionRow, timeMs } from './session-row.ts'

/** The last eight sessions of every visitor of every site who was active since a moment, the latest first. */
export const recentSessions = defineQuery({
  name: 'recent-sessions',
  params: Type.Object({ sinceMs: timeMs, limit: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
  row: sessionRow,
  sql: `
    select${sessionColumns}
    from (
      select${sessionAggregates}
      from events
      where ${isSince('sinceMs')}
        and origin != 'server'
        and kind != 'identify'
      group by site_id, visitor_id, session_id, session_day
    )
    order by lastMs desc, siteId, visitorId, sessionId
    limit 8 by siteId, visitorId
    limit {limit:UInt32}
  `,
})
