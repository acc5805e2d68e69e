import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince } from '../../store/events/hit-times.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The visitors of some sessions, among visits since a moment. */
export const sessionVisitors = defineQuery({
  name: 'session-visitors',
  params: Type.Object({
    site: Type.String(),
    sessions: Type.Array(Type.String()),
    sinceMs: time,
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({ visitorId: Type.String(), sessionId: Type.String() }),
  sql: `
    select distinct visitor_id as visitorId, session_id as sessionId
    from events
    where site_id = {site:String}
      and ${isSince('sinceMs')}
      and session_id in {sessions:Array(String)}
      and origin != 'server'
      and kind != 'identify'
    order by sessionId, visitorId
    limit {limit:UInt16}
  `,
})
