import type { Engine } from '../engine.ts'
import { dayMs } from '../utc-days.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

/** A session of a visitor whose events become those of another one. */
export interface JoinedSession {
  visitorId: string
  fromSession: string
  toSession: string
  /** The UTC day on which `toSession` began, in days since 1970. */
  toDay: number
}

/**
 * Makes the events of some sessions of one site those of others, and the rows of both what their events say.
 * Each of these is the same however often it is done, so after a crash it is run again.
 */
export async function joinSessions(
  engine: Engine,
  site: string,
  joins: readonly JoinedSession[],
): Promise<void> {
  const visitors = [...new Set(joins.map(({ visitorId }) => visitorId))]
  const params = {
    site,
    visitors,
    from: joins.map(({ visitorId, fromSession }) => visitorId + separator + fromSession),
    to: joins.map(({ toSession }) => toSession),
    days: joins.map(({ toDay }) => new Date(toDay * dayMs).toISOString().slice(0, 10)),
    separator,
  }
  const key = 'concat(visitor_id, {separator:String}, session_id)'
  await engine.command(
    `alter table events update
      session_day = toDate(transform(${key}, {from:Array(String)}, {days:Array(String)}, toString(session_day))),
      session_id = transform(${key}, {from:Array(String)}, {to:Array(String)}, session_id)
    where ${ofVisitors} and ${key} in {from:Array(String)}`,
    params,
  )
  await rebuildSessions(engine, { where: ofVisitors, params: { site, visitors } })
}

const ofVisitors = `site_id = {site:String}
      and visitor_hash in arrayMap(id -> sipHash64(id), {visitors:Array(String)})`

/** No id holds control characters, so no two pairs of ids have the same text. */
const separator = '\u0001'
