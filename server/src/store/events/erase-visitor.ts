import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { timeMs, wholeNumber } from './row-types.ts'
import { rebuildSessions } from './sessions/rebuild-sessions.ts'
import { hashesOfVisitors } from './visitor-hashes.ts'

/** A visitor's past: everything that happened or was received up to a moment. */
export interface Past {
  siteId: string
  visitorId: string
  erasedMs: number
}

/** Whether an event belongs to an erased past: the rule of `ofPasts`, for rows that are not in the engine yet. */
export function isOfPast(
  erasedMs: number,
  event: { timestampMs: number; receivedMs: number; origin: string },
): boolean {
  if (event.timestampMs <= erasedMs) return true
  // Only a batch reports other times than its own, and those may be minutes ahead. Its reception is
  // stored in whole seconds, so the second of the erasure counts as before it.
  return event.origin === 'batch' && toSeconds(event.receivedMs) <= toSeconds(erasedMs)
}

/** The end of each visitor's past; the site and its visitors are bound as arrays of equal length. */
const untilMs = 'transform(visitor_id, {visitors:Array(String)}, {erasedMs:Array(Int64)}, 0)'
const ofPasts = `
  site_id = {site:String}
  and visitor_id in {visitors:Array(String)}
  and (
    toUnixTimestamp64Milli(timestamp) <= ${untilMs}
    or (origin = 'batch' and toUnixTimestamp(received_at) <= intDiv(${untilMs}, 1000))
  )`

const eventsOfPasts = defineQuery({
  name: 'events-of-pasts',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String()),
    erasedMs: Type.Array(Type.Integer()),
  }),
  row: Type.Object({ visitorId: Type.String(), events: wholeNumber }),
  sql: `
    select visitor_id as visitorId, count() as events
    from events
    prewhere visitor_hash in ${hashesOfVisitors}
    where ${ofPasts}
    group by visitorId
    order by visitorId
  `,
})

/** The number of events in some visitors' pasts, all of one site; visitors without any are absent. */
export async function countPasts(
  engine: Engine,
  pasts: readonly Past[],
): Promise<Map<string, number>> {
  const found = await eventsOfPasts(engine, paramsOf(pasts))
  return new Map(found.map(({ visitorId, events }) => [visitorId, events]))
}

/**
 * Rewrites the parts that contain some visitors' pasts, all of one site, without them, and rebuilds their sessions
 * from the rest. Each part is rewritten once, however many visitors there are. After a crash it is run again.
 */
export async function erasePasts(engine: Engine, pasts: readonly Past[]): Promise<void> {
  const params = paramsOf(pasts)
  if ((await eventsOfPasts(engine, params)).length > 0) {
    // Careful: not "delete from", which only hides rows.
    await engine.command(`alter table events delete where ${ofPasts}`, params)
  }
  await rebuildSessions(engine, {
    where: `site_id = {site:String} and visitor_hash in ${hashesOfVisitors}`,
    params: { site: params.site, visitors: params.visitors },
  })
}

const latestEvent = defineQuery({
  name: 'latest-event-of-visitors',
  params: Type.Object({ site: Type.String(), visitors: Type.Array(Type.String()) }),
  row: Type.Object({ latestMs: wholeNumber }),
  // A batch has its own timestamps, which may be in the future though no clock is wrong.
  sql: `
    select max(
      if(origin = 'batch', toInt64(toUnixTimestamp(received_at)) * 1000, toUnixTimestamp64Milli(timestamp))
    ) as latestMs
    from events
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}
  `,
})

/** When the latest event of some visitors was received, by the clock of then; 0 if there is none. */
export async function latestEventMs(
  engine: Engine,
  site: string,
  visitors: readonly string[],
): Promise<number> {
  const [found] = await latestEvent(engine, { site, visitors: [...visitors] })
  return found?.latestMs ?? 0
}

const firstEvents = defineQuery({
  name: 'first-events-of-visitors',
  params: Type.Object({ sites: Type.Array(Type.String()), visitors: Type.Array(Type.String()) }),
  row: Type.Object({
    siteId: Type.String(),
    visitorId: Type.String(),
    firstMs: timeMs,
  }),
  sql: `
    select site_id as siteId, visitor_id as visitorId, min(timestamp) as firstMs
    from events
    prewhere visitor_hash in ${hashesOfVisitors}
    where (site_id, visitor_id) in arrayZip({sites:Array(String)}, {visitors:Array(String)})
    group by site_id, visitor_id
    order by site_id, visitor_id
  `,
})

const askedAtOnce = 1000

/** Which of many pasts have events in the engine, still or again. */
export async function findPasts<Known extends Past>(
  engine: Engine,
  pasts: readonly Known[],
): Promise<Known[]> {
  const found: Known[] = []
  for (let start = 0; start < pasts.length; start += askedAtOnce) {
    const asked = pasts.slice(start, start + askedAtOnce)
    const rows = await firstEvents(engine, {
      sites: asked.map(({ siteId }) => siteId),
      visitors: asked.map(({ visitorId }) => visitorId),
    })
    const firstMs = new Map(rows.map((row) => [`${row.siteId} ${row.visitorId}`, row.firstMs]))
    for (const past of asked) {
      const first = firstMs.get(`${past.siteId} ${past.visitorId}`)
      if (first !== undefined && first <= past.erasedMs) found.push(past)
    }
  }
  return found
}

function paramsOf(pasts: readonly Past[]) {
  const [first] = pasts
  if (first === undefined || pasts.some(({ siteId }) => siteId !== first.siteId)) {
    throw new TypeError('pasts are erased together that are of one site')
  }
  return {
    site: first.siteId,
    visitors: pasts.map(({ visitorId }) => visitorId),
    erasedMs: pasts.map(({ erasedMs }) => erasedMs),
  }
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
