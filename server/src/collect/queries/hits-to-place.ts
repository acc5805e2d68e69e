import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { contentKey } from '../../store/events/sessions/move-hits.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'
import { acquisitionRow, timeMs } from './session-row.ts'

/** The most rows that are read at once. */
export const mostHitsToPlace = 100_000

/**
 * The hits of some visitors of a site between two moments, by visitor and time; hits of the same moment are ordered
 * by content. Identical rows count once. Goals from servers and imported events are excluded.
 */
export const hitsToPlace = defineQuery({
  name: 'hits-to-place',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 1000 }),
    fromMs: timeMs,
    toMs: timeMs,
    most: Type.Integer(),
  }),
  row: Type.Object({
    key: Type.String(),
    visitorId: Type.String(),
    kind: Type.Enum(['pageview', 'goal', 'identify', 'engagement']),
    timestampMs: timeMs,
    sessionId: Type.String(),
    sessionDay: Type.Integer(),
    givenSession: Type.String(),
    returnLanding: Type.String(),
    ...acquisitionRow,
  }),
  sql: `
    select distinct
      ${contentKey} as key,
      visitor_id as visitorId,
      kind,
      toFloat64(toUnixTimestamp64Milli(timestamp)) as timestampMs,
      session_id as sessionId,
      toUInt16(session_day) as sessionDay,
      given_session as givenSession,
      return_landing as returnLanding,
      touch,
      referrer,
      referrer_host as referrerHost,
      source,
      medium,
      campaign,
      term,
      content,
      channel,
      click_id as clickId,
      if(given_session = '', splitByChar('~', session_id)[1], given_session) as given,
      path,
      name
    from events
    where site_id = {site:String}
      and visitor_hash in ${hashesOfVisitors}
      and visitor_id in {visitors:Array(String)}
      and ${isSince('fromMs')}
      and ${isUntil('toMs')}
      and origin != 'server'
      and import_id = ''
    order by visitorId, timestampMs, kind, given, path, name, return_landing, referrer, campaign, key
    limit {most:UInt32}
  `,
})
