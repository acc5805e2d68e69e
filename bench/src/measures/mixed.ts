import { setTimeout as delay } from 'node:timers/promises'
import { shopDomain } from '../demo/load-shop.ts'
import type { LoadResult } from '../load/load-process.ts'
import { runLoad } from '../load/run-load.ts'
import { panels } from './panels.ts'
import { type ServerProcess, sampleHeaders, sampleHit, startServerOn } from './server-process.ts'
import { type BenchSite, withShopFolder } from './shop-folder.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'
import { ask } from './talk.ts'

const dashboards = 10
const hitsPerSecond = 2_000
/** Enough that every answer of a dashboard has changed half a minute later. */
const trickle = 20
const seconds = 60
/** How often an open dashboard refreshes all of its panels. */
const refreshMs = 30_000

/**
 * Ten dashboards, each of its own site, and 2,000 hits a second to these sites: the latency of each
 * alone, and together. Refreshes are spread over the half minute between them.
 */
export function measureMixed(eventsOfSite: number, keepIn?: string): Promise<Row[]> {
  const folder = { events: eventsOfSite, sites: dashboards, keepIn }
  return withShopFolder(folder, async ({ dir, sites }) => {
    const server = await startServerOn(dir, shopDomain)
    try {
      await server.firstHit(sites[0]?.siteId ?? '')
      return await measure(server, sites)
    } finally {
      await server.stop()
    }
  })
}

async function measure(server: ServerProcess, sites: readonly BenchSite[]): Promise<Row[]> {
  // The first answers of a server that just started are not measured.
  await watchDashboards(server, sites, 1)
  const hitsAlone = await sendHits(server, sites, hitsPerSecond)
  const [, panelsAlone] = await Promise.all([
    sendHits(server, sites, trickle),
    watchDashboards(server, sites, seconds),
  ])
  const [hits, asked] = await Promise.all([
    sendHits(server, sites, hitsPerSecond),
    watchDashboards(server, sites, seconds),
  ])
  const rate = (of: LoadResult) => `${count(of.requests / of.seconds)}/s`
  return [
    { what: 'hits alone', measured: rate(hitsAlone) },
    { what: '… p99', measured: milliseconds(hitsAlone.p99Ms) },
    { what: `hits with ${dashboards} dashboards`, measured: rate(hits) },
    {
      what: '… p99',
      measured: milliseconds(hits.p99Ms),
      floor: milliseconds(2 * hitsAlone.p99Ms),
    },
    { what: '… of that alone', measured: ratio(hits.p99Ms, hitsAlone.p99Ms), floor: '2.0' },
    ...dashboardRows('panel', panelsAlone.panels, asked.panels),
    ...dashboardRows('page of eight panels', panelsAlone.pages, asked.pages),
  ]
}

function dashboardRows(what: string, alone: number[], together: number[]): Row[] {
  const [p99Alone, p99] = [quantile(alone, 0.99), quantile(together, 0.99)]
  return [
    {
      what: `a ${what} with ${trickle} hits a second, p99 of ${count(alone.length)}`,
      measured: milliseconds(p99Alone),
    },
    {
      what: `… with ${count(hitsPerSecond)} a second, p99 of ${count(together.length)}`,
      measured: milliseconds(p99),
      floor: milliseconds(2 * p99Alone),
    },
    { what: '… of that with few', measured: ratio(p99, p99Alone), floor: '2.0' },
  ]
}

const ratio = (together: number, alone: number) => (together / alone).toFixed(1)

async function sendHits(
  server: ServerProcess,
  sites: readonly BenchSite[],
  perSecond: number,
): Promise<LoadResult> {
  const result = await runLoad({
    port: server.port,
    path: '/api/collect',
    headers: { ...sampleHeaders, Origin: `https://${shopDomain}` },
    bodies: sites.map(({ siteId }) => sampleHit(siteId, shopDomain)),
    connections: 64,
    seconds,
    perSecond,
  })
  if (result.statuses['202'] !== result.requests) {
    throw new Error(`answers: ${JSON.stringify(result.statuses)}`)
  }
  return result
}

/** Milliseconds that each panel, and each page of all panels, took. */
interface Watched {
  panels: number[]
  pages: number[]
}

async function watchDashboards(
  { port }: ServerProcess,
  sites: readonly BenchSite[],
  forSeconds: number,
): Promise<Watched> {
  const url = `http://127.0.0.1:${port}`
  const watched: Watched = { panels: [], pages: [] }
  const endMs = performance.now() + forSeconds * 1000
  await Promise.all(
    sites.map(async ({ key }, index) => {
      const spreadMs = forSeconds * 1000 < refreshMs ? 0 : refreshMs
      await delay((index * spreadMs) / sites.length)
      do {
        const startMs = performance.now()
        const page = await timed(() =>
          Promise.all(
            Object.values(panels).map(async (panel) => {
              watched.panels.push(await timed(() => ask(url, key, panel)))
            }),
          ),
        )
        watched.pages.push(page)
        await delay(Math.max(0, startMs + refreshMs - performance.now()))
      } while (performance.now() < endMs)
    }),
  )
  return watched
}
