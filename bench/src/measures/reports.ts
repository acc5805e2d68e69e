import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfigWith } from '@tributary/server/config.ts'
import { type RunningServer, serve } from '@tributary/server/serve.ts'
import { apiKeyScopes } from '@tributary/server/sites/key-scopes.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import { buildAllSessions } from '@tributary/server/store/events/sessions/build-sessions.ts'
import { pino } from 'pino'
import { loadShop, shopDomain } from '../demo/load-shop.ts'
import { sampleHeaders } from './server-process.ts'
import { count, milliseconds, quantile, type Row } from './table.ts'

/** The dashboard's panels, as the dashboard asks for them. */
const panels: Readonly<Record<string, object>> = {
  'headline figures with comparison': {
    metrics: [
      'visitors',
      'sessions',
      'pageViews',
      'revenue',
      'conversionRate',
      'revenuePerVisitor',
    ],
    compare: 'previous',
  },
  'visitors and revenue by day': { metrics: ['visitors', 'revenue'], dimensions: ['day'] },
  channels: { metrics: ['visitors', 'revenue'], dimensions: ['channel'] },
  sources: { metrics: ['visitors', 'revenue'], dimensions: ['source'] },
  pages: { metrics: ['visitors', 'revenue'], dimensions: ['page'] },
  'entry pages': { metrics: ['visitors', 'revenue'], dimensions: ['entryPage'] },
  countries: { metrics: ['visitors', 'revenue'], dimensions: ['country'] },
  devices: { metrics: ['visitors', 'revenue'], dimensions: ['device'] },
}

const runs = 20
const visitorSamples = 200
const busyPageViews = 100_000

/** Panels, the visitor endpoint and bytes per event on a shop of so many events in 90 days. */
export async function measureReports(events: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  const config = readConfigWith({ DATA_DIR: dataDir, PORT: '0' })
  const server = await serve(config, pino({ level: 'error' }))
  try {
    return await measure(server, events, config.secret)
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(server: RunningServer, events: number, secret: string): Promise<Row[]> {
  const { control, engine, apiKeys, collector, identities, payments } = server.services
  const site = await createSite(control.db, Date.now(), {
    domains: [shopDomain],
    identification: true,
  })
  const { token } = await apiKeys.create(site.id, {
    name: 'bench',
    scopes: [...apiKeyScopes],
    ratePerMinute: 1_000_000,
  })
  const startMs = performance.now()
  const totals = await loadShop(
    { engine, collector, identities, ledger: { control, secrets: deriveSecrets(secret) } },
    { site, seed: 1, days: 90, endMs: Date.now(), events },
    (done, loaded) =>
      process.stderr.write(`\rloading: day ${done} of 90, ${count(loaded)} events `),
  )
  process.stderr.write('\n')
  const loadSeconds = (performance.now() - startMs) / 1000
  const sweepMs = await timed(() => payments.sweep())
  const ask = (body: object) => post(server.url, token, { ...body, dateRange: '30d' })
  // What the server does in the background within minutes: before it, days are read from events.
  const unbuiltMs = await timed(() => ask(panels.channels as object))
  const buildMs = await timed(() => buildAllSessions(engine))

  const rows: Row[] = [
    { what: 'events loaded', measured: `${count(totals.events)} in ${Math.round(loadSeconds)} s` },
    {
      what: `linking their ${count(totals.payments)} payments`,
      measured: `${Math.round(sweepMs / 1000)} s`,
    },
    { what: 'channels before any day was built', measured: milliseconds(unbuiltMs) },
    { what: 'building the sessions of all days', measured: milliseconds(buildMs) },
  ]
  // Told at once: a run of ten million takes minutes, and what was measured should not be lost with it.
  const add = (row: Row) => {
    rows.push(row)
    process.stderr.write(`${row.what}: ${row.measured}\n`)
  }
  const hit = () => newHit(server.url, token)
  const floors = { floor: '300 ms', aim: '100 ms' }
  const all = () => Promise.all(Object.values(panels).map((body) => ask(body)))
  for (const [name, body] of Object.entries(panels)) {
    add({ what: `${name}, p95`, measured: await p95(runs, () => ask(body)), ...floors })
    const measured = await p95(runs, () => ask(body), hit)
    add({ what: '… just after a new hit, p95', measured, ...floors })
  }
  const together = { floor: '1,000 ms', aim: '400 ms' }
  add({ what: 'all panels together, p95', measured: await p95(10, all), ...together })
  add({
    what: '… just after a new hit, p95',
    measured: await p95(10, all, hit),
    ...together,
  })
  const year = { ...panels['visitors and revenue by day'], dateRange: '12mo' }
  add({
    what: 'visitors and revenue by day of 12 months, just after a new hit, p95',
    measured: await p95(runs, () => post(server.url, token, year), hit),
    floor: '300 ms',
  })
  add(await measureVisitor(server, site.id, token))
  add(await measureBusyVisitor(server, token))
  add(await measureSize(server, totals.events))
  return rows
}

async function measureVisitor(server: RunningServer, siteId: string, key: string): Promise<Row> {
  const visitors = await server.services.engine.query<{ visitor_id: string }>(
    // One visitor in 1,009, whoever they are: all of them at once are more than the engine may hold.
    'select distinct visitor_id from events where site_id = {site:String} and visitor_hash % 1009 = 0 order by visitor_id limit {limit:UInt32}',
    { site: siteId, limit: visitorSamples },
  )
  const times: number[] = []
  for (const { visitor_id: visitorId } of visitors) {
    times.push(
      await timed(async () => {
        const response = await fetch(`${server.url}/api/v1/visitor?visitorId=${visitorId}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        if (response.status !== 200) throw new Error(`visitor: ${response.status}`)
        await response.arrayBuffer()
      }),
    )
  }
  return {
    what: 'GET /api/v1/visitor, p95',
    measured: milliseconds(quantile(times, 0.95)),
    floor: '50 ms',
    aim: '15 ms',
  }
}

/** Somebody whose browser never sleeps, such as a monitor: 100,000 page views in 90 days. */
async function measureBusyVisitor({ url }: RunningServer, key: string): Promise<Row> {
  const visitorId = 'visitor-never-sleeps'
  const firstMs = Date.now() - 90 * 86_400_000
  for (let done = 0; done < busyPageViews; done += 1_000) {
    const events = Array.from({ length: 1_000 }, (_, index) => ({
      ...pageView(visitorId),
      timestamp: new Date(firstMs + (done + index) * 77_000).toISOString(),
    }))
    await send(`${url}/api/v1/events`, key, { events })
  }
  const times = await repeat(runs, () =>
    timed(async () => {
      const response = await fetch(`${url}/api/v1/visitor?visitorId=${visitorId}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      if (response.status !== 200) throw new Error(`visitor: ${response.status}`)
      await response.arrayBuffer()
    }),
  )
  return {
    what: `GET /api/v1/visitor of a visitor with ${count(busyPageViews)} page views, p95`,
    measured: milliseconds(quantile(times, 0.95)),
    floor: '50 ms',
    aim: '15 ms',
  }
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

let newVisitors = 0

/** One more visitor, so that no answer is what it was. */
function newHit(url: string, key: string): Promise<void> {
  newVisitors += 1
  return send(`${url}/api/v1/events`, key, { events: [pageView(`visitor-new-${newVisitors}`)] })
}

function post(url: string, key: string, body: object): Promise<void> {
  return send(`${url}/api/v1/query`, key, body)
}

async function send(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

/** `before` each run something may happen that is not timed. */
async function p95(
  times: number,
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<string> {
  const results = await repeat(times, async () => {
    await before()
    return timed(work)
  })
  return milliseconds(quantile(results, 0.95))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let run = 0; run < times; run++) results.push(await work())
  return results
}
