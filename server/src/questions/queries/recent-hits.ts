import { askColumns } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { isSince, momentSql } from '../../store/events/hit-times.ts'
import { settingsOfLookUps } from '../../store/events/look-ups.ts'
import { dayOf, dayText } from '../../store/events/utc-days.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'
import { storedText } from '../../store/stored-text.ts'

/** A hit of a site's current activity, from the engine or still on its way there. */
export interface RecentHit {
  atMs: number
  visitorId: string
  sessionId: string
  /** The day on which its session began, in days since 1970. */
  day: number
  isView: boolean
  /** Whether it shows that its visitor is present: neither an identify nor a goal of a server. */
  isActivity: boolean
  isOfServer: boolean
  page: string
  country: string
  source: string
  /** Whether the source led to this very hit. */
  isTouch: boolean
}

const columns = {
  atMs: 'number',
  visitorId: 'text',
  sessionId: 'text',
  day: 'number',
  kind: 'text',
  origin: 'text',
  page: 'text',
  country: 'text',
  source: 'text',
  touch: 'text',
} as const

/**
 * Planning takes longer than reading, and each expression costs 50 to 300 µs of it: so the columns come as they are,
 * and the rare hits of the future are included.
 *
 * Careful: the times are in `prewhere`, the site is not. The engine would compare the site's id on every row of the
 * day.
 */
const sqlOf = (ofVisitors: string) => `
  select toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs, visitor_id as visitorId, session_id as sessionId,
    toFloat64(toUInt16(session_day)) as day, kind, origin, path as page, country, source, touch
  from events
  prewhere timestamp >= ${momentSql('from')} ${ofVisitors}
    or visitor_hash in (
      select visitor_hash from events
      prewhere ${isSince('present')}
      where site_id = {site:String} and origin != 'server' and kind != 'identify')
  where site_id = {site:String} and toDate(timestamp) >= {firstDay:Date}
  limit {limit:UInt32} ${settingsOfLookUps}`

const sql = sqlOf('')
const sqlOfVisitors = sqlOf(`or visitor_hash in ${hashesOfVisitors}`)

interface RecentScope {
  site: string
  /** All hits since then, and those of the day of `firstDay` by visitors who are present. */
  fromMs: number
  /** Visitors active since then are present. */
  presentMs: number
  firstDay: number
  /** Visitors who are present according to hits that the engine does not have yet. */
  visitors: readonly string[]
  limit: number
}

/**
 * The hits of some minutes, and the earlier ones of visitors who are present; unordered, including hits of the
 * future.
 */
export async function recentHits(engine: Engine, scope: RecentScope): Promise<RecentHit[]> {
  const { site, fromMs, presentMs, firstDay, visitors, limit } = scope
  const times = { from: fromMs, present: presentMs, firstDay: dayText(firstDay) }
  const params = { site, ...times, visitors, limit }
  const asked = visitors.length === 0 ? sql : sqlOfVisitors
  const found = await askColumns(engine, { name: 'recent-hits', sql: asked, params, columns })
  return found.atMs.map((atMs, row) =>
    recentHit({
      atMs,
      visitorId: found.visitorId[row] ?? '',
      sessionId: found.sessionId[row] ?? '',
      day: found.day[row] ?? 0,
      kind: found.kind[row] ?? '',
      origin: found.origin[row] ?? '',
      page: found.page[row] ?? '',
      country: found.country[row] ?? '',
      source: found.source[row] ?? '',
      touch: found.touch[row] ?? '',
    }),
  )
}

/** A hit in the form of the engine's answer. */
export function unshippedRecentHit(event: StoredEvent): RecentHit {
  const { timestampMs, sessionDay = dayOf(timestampMs), kind, origin, country, touch } = event
  return recentHit({
    atMs: timestampMs,
    visitorId: storedText(event.visitorId),
    sessionId: storedText(event.sessionId),
    day: sessionDay,
    ...{ kind, origin, country, touch },
    page: storedText(event.path),
    source: storedText(event.source),
  })
}

type StoredHit = Omit<RecentHit, 'isView' | 'isActivity' | 'isOfServer' | 'isTouch'> &
  Record<'kind' | 'origin' | 'touch', string>

function recentHit({ kind, origin, touch, ...hit }: StoredHit): RecentHit {
  const isOfServer = origin === 'server'
  return {
    ...hit,
    isView: kind === 'pageview' && !isOfServer,
    isActivity: kind !== 'identify' && !isOfServer,
    isOfServer,
    isTouch: touch === 'source',
  }
}
