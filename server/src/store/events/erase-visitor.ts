import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { timeMs, wholeNumber } from './row-types.ts'

/** A visitor's past: what happened or was received up to a moment. */
export interface Past {
  siteId: string
  visitorId: string
  erasedMs: number
}

/** What an event is held against; the same rule as `ofPast`, for rows that are not in the engine yet. */
export function isOfPast(
  erasedMs: number,
  event: { timestampMs: number; receivedMs: number; origin: string },
): boolean {
  if (event.timestampMs <= erasedMs) return true
  // Only a batch tells other times than its own, and those may be minutes ahead. Its reception is
  // kept in whole seconds, so the second of the erasure counts as before it.
  return event.origin === 'batch' && toSeconds(event.receivedMs) <= toSeconds(erasedMs)
}

const ofPast = `
  site_id = {site:String}
  and visitor_id = {visitor:String}
  and (
    timestamp <= fromUnixTimestamp64Milli({erasedMs:Int64}, 'UTC')
    or (origin = 'batch' and received_at <= toDateTime({erasedSeconds:UInt32}, 'UTC'))
  )`

const pastParams = Type.Object({
  site: Type.String(),
  visitor: Type.String(),
  erasedMs: Type.Integer(),
  erasedSeconds: Type.Integer(),
})

const daysOfPast = defineQuery({
  name: 'days-of-past',
  params: pastParams,
  row: Type.Object({ day: Type.String(), events: wholeNumber }),
  sql: `
    select toString(day) as day, sum(hits) as events
    from (
      select toDate(timestamp) as day, count() as hits
      from events
      prewhere visitor_hash = sipHash64({visitor:String})
      where ${ofPast}
      group by day
      union all
      select day, 0 as hits
      from session_days
      prewhere visitor_hash = sipHash64({visitor:String})
      where site_id = {site:String}
        and started_at <= fromUnixTimestamp64Milli({erasedMs:Int64}, 'UTC')
      group by day
    )
    group by day
    order by day
  `,
})

/** How many events there are of a visitor's past. */
export async function countPast(engine: Engine, past: Past): Promise<number> {
  const days = await daysOfPast(engine, paramsOf(past))
  return days.reduce((sum, { events }) => sum + events, 0)
}

/**
 * Rewrites the parts that hold a visitor's past without it, and forgets the built sessions of the days
 * it touches: their next build does not know it. Again after a crash, it goes on where it was.
 */
export async function erasePast(engine: Engine, past: Past): Promise<void> {
  const params = paramsOf(past)
  const days = await daysOfPast(engine, params)
  if (days.length === 0) return
  if (days.some(({ events }) => events > 0)) {
    // Careful: not "delete from", which only hides rows, and refuses tables with a projection.
    await engine.command(`alter table events delete where ${ofPast}`, params)
  }
  const { site, visitor, erasedMs } = params
  await engine.command(
    'alter table session_builds delete where site_id = {site:String} and has({days:Array(String)}, toString(day))',
    { site, days: days.map(({ day }) => day) },
  )
  await engine.command(
    `alter table session_days delete
     where site_id = {site:String}
       and visitor_hash = sipHash64({visitor:String})
       and started_at <= fromUnixTimestamp64Milli({erasedMs:Int64}, 'UTC')`,
    { site, visitor, erasedMs },
  )
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
    prewhere visitor_hash in (arrayMap(visitor -> sipHash64(visitor), {visitors:Array(String)}))
    where (site_id, visitor_id) in arrayZip({sites:Array(String)}, {visitors:Array(String)})
    group by site_id, visitor_id
    order by site_id, visitor_id
  `,
})

const askedAtOnce = 1000

/** Those of many pasts that the engine still, or again, holds something of. */
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

function paramsOf({ siteId, visitorId, erasedMs }: Past) {
  return { site: siteId, visitor: visitorId, erasedMs, erasedSeconds: toSeconds(erasedMs) }
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
