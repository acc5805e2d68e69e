import Type from 'typebox'
import { askColumns } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { storedText } from '../../store/events/event-line.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { dayOf, dayText } from '../../store/events/utc-days.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

/** A hit of a site's present, whether the engine says it or it is on its way there. */
export interface RecentHit {
  atMs: number
  visitorId: string
  sessionId: string
  /** On which its session began, in days since 1970. */
  day: number
  isView: boolean
  /** Whether it shows that its visitor is there: neither an identify nor a goal of a server. */
  isActivity: boolean
  isOfServer: boolean
  page: string
  country: string
  source: string
  /** Whether the source led to this very hit. */
  isTouch: boolean
}

const columns = Type.Object({
  atMs: Type.Array(Type.Number()),
  visitorId: Type.Array(Type.String()),
  sessionId: Type.Array(Type.String()),
  day: Type.Array(Type.Number()),
  isView: Type.Array(Type.Boolean()),
  isActivity: Type.Array(Type.Boolean()),
  isOfServer: Type.Array(Type.Boolean()),
  page: Type.Array(Type.String()),
  country: Type.Array(Type.String()),
  source: Type.Array(Type.String()),
  isTouch: Type.Array(Type.Boolean()),
})

/** Careful: the times in `prewhere`, the site not. The engine would compare the site's id on every row of the day. */
const sql = `
  select toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs, visitor_id as visitorId, session_id as sessionId,
    toFloat64(toUInt16(session_day)) as day, toBool(kind = 'pageview' and origin != 'server') as isView,
    toBool(origin != 'server' and kind != 'identify') as isActivity, toBool(origin = 'server') as isOfServer,
    path as page, country, source, toBool(touch = 'source') as isTouch
  from events
  prewhere ${isUntil('to')} and (${isSince('from')}
    or visitor_hash in ${hashesOfVisitors}
    or visitor_hash in (
      select visitor_hash from events
      prewhere ${isSince('present')} and ${isUntil('to')}
      where site_id = {site:String} and origin != 'server' and kind != 'identify'))
  where site_id = {site:String} and toDate(timestamp) >= {firstDay:Date}
  limit {limit:UInt32}`

interface RecentScope {
  site: string
  /** All hits since then, and those of the day on which `firstDay` is by visitors who are there. */
  fromMs: number
  /** Who came since then is there. */
  presentMs: number
  toMs: number
  firstDay: number
  /** Who is there according to hits that the engine does not have yet. */
  visitors: readonly string[]
  limit: number
}

/** The hits of some minutes, and the earlier ones of those who are there; in no order. */
export async function recentHits(engine: Engine, scope: RecentScope): Promise<RecentHit[]> {
  const { site, fromMs, presentMs, toMs, firstDay, visitors, limit } = scope
  const times = { from: fromMs, present: presentMs, to: toMs, firstDay: dayText(firstDay) }
  const params = { site, ...times, visitors, limit }
  const found = await askColumns(engine, { name: 'recent-hits', sql, params, columns })
  return found.atMs.map((atMs, row) => ({
    atMs,
    visitorId: found.visitorId[row] ?? '',
    sessionId: found.sessionId[row] ?? '',
    day: found.day[row] ?? 0,
    isView: found.isView[row] ?? false,
    isActivity: found.isActivity[row] ?? false,
    isOfServer: found.isOfServer[row] ?? false,
    page: found.page[row] ?? '',
    country: found.country[row] ?? '',
    source: found.source[row] ?? '',
    isTouch: found.isTouch[row] ?? false,
  }))
}

/** A hit as the engine will say it. */
export function unshippedRecentHit(event: StoredEvent): RecentHit {
  const { timestampMs, sessionDay = dayOf(timestampMs), kind, country } = event
  const isOfServer = event.origin === 'server'
  return {
    atMs: timestampMs,
    visitorId: storedText(event.visitorId),
    sessionId: storedText(event.sessionId),
    day: sessionDay,
    isView: kind === 'pageview' && !isOfServer,
    isActivity: kind !== 'identify' && !isOfServer,
    isOfServer,
    page: storedText(event.path),
    country,
    source: storedText(event.source),
    isTouch: event.touch === 'source',
  }
}
