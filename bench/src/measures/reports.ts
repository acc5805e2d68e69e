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
  await payments.sweep()
  process.stderr.write('\n')
  const loadSeconds = (performance.now() - startMs) / 1000
  const ask = (body: object) => post(server.url, token, { ...body, dateRange: '30d' })
  // What the server does in the background within minutes: before it, days are read from events.
  const unbuiltMs = await timed(() => ask(panels.channels as object))
  const buildMs = await timed(() => buildAllSessions(engine))

  const rows: Row[] = [
    { what: 'events loaded', measured: `${count(totals.events)} in ${Math.round(loadSeconds)} s` },
    { what: 'channels before any day was built', measured: milliseconds(unbuiltMs) },
    { what: 'building the sessions of all days', measured: milliseconds(buildMs) },
  ]
  for (const [name, body] of Object.entries(panels)) {
    const times = await repeat(runs, () => timed(() => ask(body)))
    rows.push({
      what: `${name}, p95`,
      measured: milliseconds(quantile(times, 0.95)),
      floor: '300 ms',
      aim: '100 ms',
    })
  }
  const together = await repeat(10, () =>
    timed(() => Promise.all(Object.values(panels).map((body) => ask(body)))),
  )
  rows.push({
    what: 'all panels together, p95',
    measured: milliseconds(quantile(together, 0.95)),
    floor: '1,000 ms',
    aim: '400 ms',
  })
  rows.push(await measureVisitor(server, site.id, token))
  rows.push(await measureSize(server, totals.events))
  return rows
}

async function measureVisitor(server: RunningServer, siteId: string, key: string): Promise<Row> {
  const visitors = await server.services.engine.query<{ visitor_id: string }>(
    'select distinct visitor_id from events where site_id = {site:String} order by cityHash64(visitor_id) limit {limit:UInt32}',
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

async function post(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(`${url}/api/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
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
