import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * For each question (a visitor, a session and a moment, by their place in the arrays): that session if it is the
 * visitor's, then the visitor's last session that began by that moment, or else the first one after it. No row for a
 * question means that the visitor was never seen; neither a goal sent by a server nor an identify is a visit.
 */
export const sessionsForPayments = defineQuery({
  name: 'sessions-for-payments',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String()),
    sessions: Type.Array(Type.String()),
    momentsMs: Type.Array(time),
  }),
  row: Type.Object({
    question: Type.Integer(),
    visitorId: Type.String(),
    sessionId: Type.String(),
    startedMs: time,
  }),
  sql: `
    with
      asked as (
        select
          arrayJoin(arrayEnumerate({visitors:Array(String)})) as question,
          {visitors:Array(String)}[question] as visitor_id,
          {sessions:Array(String)}[question] as asked_session,
          {momentsMs:Array(Int64)}[question] as moment_ms
      ),
      visits as (
        select
          visitor_id,
          session_id,
          toUnixTimestamp64Milli(min(timestamp)) as started_ms
        from events
        prewhere site_id = {site:String} and visitor_hash in ${hashesOfVisitors}
        where origin != 'server' and kind != 'identify'
        group by visitor_id, session_id, session_day
      )
    select
      toUInt32(asked.question - 1) as question,
      visitor_id as visitorId,
      session_id as sessionId,
      toFloat64(started_ms) as startedMs
    from visits
    inner join asked using (visitor_id)
    order by
      question,
      session_id = asked_session desc,
      started_ms <= moment_ms desc,
      abs(started_ms - moment_ms),
      session_id
    limit 2 by question
  `,
})
