import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { plainNumber } from './row-types.ts'
import { rebuildSessions } from './sessions/rebuild-sessions.ts'

/** A site's past as a whole, or everything of a deleted site. */
export interface SitePast {
  siteId: string
  erasedMs: number
  whole: 'reset' | 'delete'
}

/**
 * Whether an event was erased with the site's past. By the time of reception, not by its own: events imported into
 * the empty site later may be years old.
 */
export function isOfSitePast({ whole, erasedMs }: SitePast, receivedMs: number): boolean {
  // Stored in whole seconds, so the second of the erasure counts as before it.
  return whole === 'delete' || toSeconds(receivedMs) <= toSeconds(erasedMs)
}

const ofPast = `
  site_id = {site:String} and received_at <= toDateTime({untilSeconds:UInt32}, 'UTC')`

const left = defineQuery({
  name: 'left-of-site',
  params: Type.Object({ site: Type.String(), untilSeconds: Type.Integer() }),
  row: Type.Object({ events: plainNumber }),
  sql: `
    select toFloat64(count()) as events
    from events
    where ${ofPast}`,
})

const entryPayments = defineQuery({
  name: 'payments-with-entries-of-site',
  params: Type.Object({ site: Type.String(), most: Type.Integer() }),
  row: Type.Object({ paymentId: Type.String() }),
  sql: `
    select distinct payment_id as paymentId
    from payment_entries
    where site_id = {site:String}
    limit {most:UInt32}`,
})

/** The payments of a site in the reports' copy of the ledger; at most this many. */
export async function paymentsInReports(engine: Engine, site: string, most: number) {
  const rows = await entryPayments(engine, { site, most })
  return rows.map(({ paymentId }) => paymentId)
}

/** How many events of a site's past the engine still contains, or contains again. */
export async function countSitePast(engine: Engine, past: SitePast): Promise<number> {
  const [found] = await left(engine, paramsOf(past), { timeoutMs: 60_000 })
  return found?.events ?? 0
}

/** Removes a site's past and the sessions made from it. After a crash it is run again. */
export async function eraseSitePast(engine: Engine, past: SitePast): Promise<void> {
  const params = paramsOf(past)
  const { site } = params
  // Careful: not "delete from", which only hides rows.
  if ((await countSitePast(engine, past)) > 0) {
    await engine.command(`alter table events delete where ${ofPast}`, params)
  }
  await rebuildSessions(engine, { where: 'site_id = {site:String}', params: { site } })
}

/** Empties the reports' copy of a site's ledger; what the ledger still has must then be copied again. */
export async function eraseEntries(engine: Engine, site: string): Promise<void> {
  for (const table of ['payment_entries', 'payers']) {
    await engine.command(`alter table ${table} delete where site_id = {site:String}`, { site })
  }
}

/** The last second that an engine's `DateTime` can represent. */
const endOfTime = 4_294_967_295

function paramsOf({ siteId, erasedMs, whole }: SitePast) {
  return { site: siteId, untilSeconds: whole === 'delete' ? endOfTime : toSeconds(erasedMs) }
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
