import type { RunningServer } from '@tributary/server/serve.ts'
import { shopDomain } from '../demo/load-shop.ts'
import { byDay, panels } from './panels.ts'
import { sampleHeaders } from './server-process.ts'
import { type BenchSite, type ShopFolder, serveFolder, withShopFolder } from './shop-folder.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'
import { ask, get, send } from './talk.ts'

const runs = 20
const visitorSamples = 200
const busyPageViews = 100_000
/** Beyond it the store is filled with other sites, and a site of a million events a month is asked. */
const mostOfOneSite = 20_000_000
const eventsOfMany = 3_000_000

/** Panels, the visitor endpoint and bytes per event with so many events in the store, of 90 days. */
export function measureReports(events: number, keepIn?: string): Promise<Row[]> {
  const ofMany = { events: eventsOfMany, sites: Math.ceil(events / eventsOfMany) }
  const size = events > mostOfOneSite ? ofMany : { events }
  return withShopFolder({ ...size, keepIn }, async (folder) => {
    const server = await serveFolder(folder.dir)
    try {
      return await measure(server, folder)
    } finally {
      await server.close()
    }
  })
}

async function measure(server: RunningServer, folder: ShopFolder): Promise<Row[]> {
  const [site] = folder.sites
  if (site === undefined) throw new Error('there is no site to ask')
  const question = (body: object) => ask(server.url, site.key, body)
  const hit = () => newHit(server.url, site.key)
  const rows: Row[] = [...folder.rows]
  // Told at once: a run of ten million takes minutes, and what was measured should not be lost with it.
  const add = (row: Row) => {
    rows.push(row)
    process.stderr.write(`${row.what}: ${row.measured}\n`)
  }
  const floor = folder.sites.length > 1 ? '250 ms' : '300 ms'
  const both = async (what: string, work: () => Promise<unknown>, asked: Partial<Row>) => {
    add({ what: `${what}, p95`, measured: await p95(work), ...asked })
    add({ what: '… just after a new hit, p95', measured: await p95(work, hit), ...asked })
  }
  for (const [name, body] of Object.entries(panels)) {
    await both(name, () => question(body), { floor, aim: '100 ms' })
  }
  const all = () => Promise.all(Object.values(panels).map(question))
  await both('all panels together', all, { floor: '1,000 ms', aim: '500 ms' })
  const year = { ...byDay, dateRange: '12mo' }
  const ofYear = 'visitors and revenue by day of 12 months'
  await both(ofYear, () => question(year), { floor: '300 ms' })
  add(await measureVisitor(server, site))
  add(await measureBusyVisitor(server, site))
  add(await measureSize(server, folder.events))
  return rows
}

const visitorBounds = { floor: '50 ms', aim: '15 ms' }

async function measureVisitor(server: RunningServer, { siteId, key }: BenchSite): Promise<Row> {
  const visitors = await server.services.engine.query<{ visitor_id: string }>(
    // One visitor in 1,009, whoever they are: all of them at once are more than the engine may hold.
    'select distinct visitor_id from events where site_id = {site:String} and visitor_hash % 1009 = 0 order by visitor_id limit {limit:UInt32}',
    { site: siteId, limit: visitorSamples },
  )
  const times: number[] = []
  for (const { visitor_id: visitorId } of visitors) {
    const url = `${server.url}/api/v1/visitor?visitorId=${visitorId}`
    times.push(await timed(() => get(url, key)))
  }
  const measured = milliseconds(quantile(times, 0.95))
  return { what: 'GET /api/v1/visitor, p95', measured, ...visitorBounds }
}

/** Somebody whose browser never sleeps, such as a monitor: 100,000 page views in 90 days. */
async function measureBusyVisitor({ url }: RunningServer, { key }: BenchSite): Promise<Row> {
  const visitorId = `visitor-never-sleeps-${run}`
  const firstMs = Date.now() - 90 * 86_400_000
  for (let done = 0; done < busyPageViews; done += 1_000) {
    const events = Array.from({ length: 1_000 }, (_, index) => ({
      ...pageView(visitorId),
      timestamp: new Date(firstMs + (done + index) * 77_000).toISOString(),
    }))
    await send(`${url}/api/v1/events`, key, { events })
  }
  const measured = await p95(() => get(`${url}/api/v1/visitor?visitorId=${visitorId}`, key))
  const what = `GET /api/v1/visitor of a visitor with ${count(busyPageViews)} page views, p95`
  return { what, measured, ...visitorBounds }
}

async function measureSize(server: RunningServer, events: number): Promise<Row> {
  const [size] = await server.services.engine.query<{ bytes: string }>(
    'select sum(bytes_on_disk) as bytes from system.parts where active and database = currentDatabase()',
  )
  return {
    what: 'bytes on disk per event, all tables',
    measured: `${Math.round(Number(size?.bytes) / events)} B`,
    floor: '150 B',
    aim: '100 B',
  }
}

const pageView = (visitorId: string) => ({
  type: 'pageview',
  visitorId,
  url: `https://${shopDomain}/products/planner`,
  userAgent: sampleHeaders['User-Agent'],
})

/** A folder that is kept knows the visitors of other runs. */
const run = Date.now().toString(36)
let newVisitors = 0

/** One more visitor, so that no answer is what it was. */
function newHit(url: string, key: string): Promise<void> {
  newVisitors += 1
  const events = [pageView(`visitor-new-${run}-${newVisitors}`)]
  return send(`${url}/api/v1/events`, key, { events })
}

/** `before` each run something may happen that is not timed. */
async function p95(
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const results: number[] = []
  for (let done = 0; done < runs; done++) {
    await before()
    results.push(await timed(work))
  }
  return milliseconds(quantile(results, 0.95))
}
