import Type, { type Static } from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { settingsOfLookUps } from '../../store/events/look-ups.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { dayOf } from '../../store/events/utc-days.ts'
import { storedText } from '../../store/stored-text.ts'
import { historyOfMany } from './visitor-history.ts'

/** Almost every visitor has fewer. */
const mostHits = 1_000

const hit = Type.Object({
  sessionId: Type.String(),
  day: plainNumber,
  atMs: plainNumber,
  kind: Type.String(),
  path: Type.String(),
  title: Type.String(),
  referrer: Type.String(),
  device: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  country: Type.String(),
})

type Hit = Static<typeof hit>

const isView = ({ kind }: Hit) => kind === 'pageview'

/** Unsorted: sorting in the statement costs more than sorting a thousand here. */
const visitorHits = defineQuery({
  name: 'visitor-hits',
  params: Type.Object({ site: Type.String(), visitor: Type.String(), limit: Type.Integer() }),
  row: hit,
  sql: `
    select session_id as sessionId, toFloat64(toUInt16(session_day)) as day,
      toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs, kind, path, title, referrer, device, browser, os, country
    from events
    prewhere visitor_hash = sipHash64({visitor:String})
    where site_id = {site:String} and visitor_id = {visitor:String} and origin != 'server'
    limit {limit:UInt32} ${settingsOfLookUps}`,
})

export type VisitorHistory = Awaited<ReturnType<typeof historyOfMany>>[number]

/** The visitor and the part of their history; the totals are always of everything. */
interface Wanted {
  site: string
  visitor: string
  /** Sessions that began and page views that happened before it, milliseconds since 1970 UTC. */
  beforeMs: number
  maxSessions: number
  maxPageViews: number
}

/**
 * One visitor's history, in the shape of `historyOfMany`. Planning that statement takes the engine longer than
 * finding the hits (20 ms of CPU for both, 9 to 15 for the hits alone), so the hits of most visitors are added up
 * here, including those that are still on their way to the engine.
 */
export async function visitorHistory(
  { engine, events }: VisitorSources,
  wanted: Wanted,
): Promise<VisitorHistory> {
  const { site, visitor } = wanted
  const about = { siteId: site, visitorId: visitor }
  const hits = await events.readWithUnshipped(about, async (unshipped) => {
    const stored = await visitorHits(engine, { site, visitor, limit: mostHits + 1 })
    return [...stored, ...unshipped.filter(({ origin }) => origin !== 'server').map(unshippedHit)]
  })
  if (hits.length <= mostHits) return historyOf(hits, wanted)
  await events.flushOf(site, visitor)
  const [history] = await historyOfMany(engine, wanted)
  return history ?? historyOf([], wanted)
}

/** The engine, and the events that it does not have yet. */
export interface VisitorSources {
  engine: Engine
  events: Pick<EventStore, 'flushOf' | 'readWithUnshipped'>
}

/** A hit in the form of the engine's answer. */
function unshippedHit(event: StoredEvent): Hit {
  const { timestampMs, sessionDay = dayOf(timestampMs), kind, device, browser, os, country } = event
  return {
    sessionId: storedText(event.sessionId),
    day: sessionDay,
    atMs: timestampMs,
    path: storedText(event.path),
    title: storedText(event.title),
    referrer: storedText(event.referrer),
    ...{ kind, device, browser, os, country },
  }
}

function historyOf(
  hits: readonly Hit[],
  { beforeMs, maxSessions, maxPageViews }: Wanted,
): VisitorHistory {
  const inOrder = hits.toSorted((a, b) => a.atMs - b.atMs)
  const views = inOrder.filter(isView)
  // As in reports: an id that is used again on another day is another visit, and an identify alone is none.
  const sessions = [...Map.groupBy(inOrder, ({ day, sessionId }) => `${day} ${sessionId}`).values()]
    .filter((ofSession) => ofSession.some(({ kind }) => kind !== 'identify'))
    .map(asSession)
  return {
    sessionCount: sessions.length,
    pageViewCount: views.length,
    firstMs: Math.min(...sessions.map(([begunMs]) => begunMs)),
    lastMs: Math.max(...sessions.map(([, seenMs]) => seenMs)),
    sessions: newestFirst(sessions.filter(([begunMs]) => begunMs < beforeMs)).slice(0, maxSessions),
    pageViews: newestFirst(
      views
        .filter(({ atMs }) => atMs < beforeMs)
        .map(({ atMs, path, title, referrer }) => [atMs, path, title, referrer] as const),
    )
      .slice(0, maxPageViews)
      .map((view) => [...view]),
  }
}

type Session = VisitorHistory['sessions'][number]

/** `hits` in time order, at least one. */
function asSession(hits: readonly Hit[]): Session {
  // As in reports: a visit's client and place are those of its entry.
  const entry = hits.find(isView) ?? hits.at(0)
  return [
    hits.at(0)?.atMs ?? 0,
    hits.at(-1)?.atMs ?? 0,
    hits.at(0)?.sessionId ?? '',
    hits.filter(isView).length,
    entry?.device ?? '',
    entry?.browser ?? '',
    entry?.os ?? '',
    entry?.country ?? '',
  ]
}

/** Compares whole rows, as the engine sorts tuples. */
function newestFirst<Row extends readonly (string | number)[]>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => {
    const at = a.findIndex((value, index) => value !== b[index])
    if (at === -1) return 0
    return (a[at] ?? 0) < (b[at] ?? 0) ? 1 : -1
  })
}
