import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '@tributary/server/store/events/engine.ts'
import { childrenOf } from '../../../scripts/children-of.ts'
import { shopDomain } from '../demo/load-shop.ts'
import { seededRandom } from '../demo/random.ts'
import { drawFilter, drawQuestions, type Group, groups, type Question } from './draw-questions.ts'
import { panels } from './panels.ts'
import {
  residentBytes,
  type ServerProcess,
  sampleHeaders,
  shopHits,
  startServerOn,
} from './server-process.ts'
import { type BenchSite, type ShopFolder, serveFolder, withShopFolder } from './shop-folder.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'
import { type Asked, tryToAsk } from './talk.ts'

/** Above it, other sites fill the store, and the questions are about one site with a million events a month. */
const mostOfOneSite = 20_000_000
const eventsOfMany = 3_000_000
const seed = 15
const hitsPerSecond = 20
const settleMs = 60_000
const pages = 20

export interface ReportsOptions {
  /** Events in the store. */
  events: number
  /** How many questions are drawn. */
  questions: number
  /** How many times the site has them, each time of other visitors. */
  copies: number
  keepIn?: string | undefined
}

/**
 * Asks drawn questions, each once, of the built server that started a minute ago, while hits come in. For comparison
 * it measures how long the engine takes to count the same rows. Then whole pages with a new filter, and the first after a restart.
 */
export function measureReports(options: ReportsOptions): Promise<Row[]> {
  const { events, questions, copies, keepIn } = options
  const ofMany = { events: eventsOfMany, sites: Math.ceil(events / eventsOfMany) }
  const size = events > mostOfOneSite ? ofMany : { events, copies }
  return withShopFolder({ ...size, keepIn }, async (folder) => {
    const [site] = folder.sites
    if (site === undefined) throw new Error('there is no site to ask')
    const rows = [...folder.rows]
    const bounded = copies === 1 ? (row: Row) => row : boundsOfMany
    // Printed at once: a run takes minutes, and what was measured should not be lost with it.
    const add = (...more: Row[]) => {
      rows.push(...more.map(bounded))
      for (const { what, measured } of more) process.stderr.write(`${what}: ${measured}\n`)
    }
    const { visitors, rows: ofEngine } = await readEngine(folder, site)
    add(...ofEngine)
    await withTraffic(folder, site, async (server) => {
      await delay(settleMs)
      add(...(await askEach(server, site, drawQuestions(questions, seed, visitors))))
      add(...(await wholePages(server, site)))
      add(await engineMemory(server))
    })
    await withTraffic(folder, site, async (server) => {
      const first = await page(server, site, [['is', 'country', ['NL']]])
      add({
        what: 'first page after a restart',
        ...pageBounds(300),
        measured: milliseconds(first.ms),
      })
    })
    return rows
  })
}

/** The bounds are for ten million events in a site; with many times that, only a panel of a month has one. */
const boundsOfMany = ({ what, measured }: Row): Row => ({
  ...{ what, measured },
  ...(what.startsWith('panel of 7 or 30 days') && { floor: milliseconds(2000) }),
  ...(what.startsWith('refused') && { floor: '0' }),
})

/** What only the engine can tell: the yardstick, the size on disk, and some visitors to ask about. */
async function readEngine(folder: ShopFolder, site: BenchSite) {
  const { services, close } = await serveFolder(folder.dir)
  try {
    const { engine } = services
    const visitors = await someVisitors(engine, site)
    const sizes = [await bytesPerEvent(engine), await recentHits(engine, site)]
    return { visitors, rows: [...(await yardsticks(engine, site)), ...sizes] }
  } finally {
    await close()
  }
}

/** The built server, as users start it, and where it answers. */
type Served = ServerProcess & { url: string }

/** Runs `use` with a server on a folder to which hits come in. */
async function withTraffic(
  folder: ShopFolder,
  { siteId }: BenchSite,
  use: (server: Served) => Promise<void>,
): Promise<void> {
  const started = await startServerOn(folder.dir, shopDomain)
  const server = { ...started, url: `http://127.0.0.1:${started.port}` }
  let traffic: NodeJS.Timeout | undefined
  try {
    await server.ready()
    const bodies = shopHits(siteId, shopDomain)
    let sent = 0
    const send = () => {
      sent += 1
      const body = bodies[sent % bodies.length]?.replaceAll('{n}', `-${run}-${sent}`) ?? ''
      const headers = {
        ...sampleHeaders,
        Origin: `https://${shopDomain}`,
        'X-Forwarded-For': `203.0.${(sent >> 8) & 255}.${sent & 255}`,
      }
      const hit = fetch(`${server.url}/api/collect`, { method: 'POST', headers, body })
      // Hits lost when the server stops are not counted.
      hit.then((reply) => reply.arrayBuffer()).catch(() => undefined)
    }
    traffic = setInterval(send, 1000 / hitsPerSecond)
    await use(server)
  } finally {
    clearInterval(traffic)
    await server.stop()
  }
}

const run = Date.now().toString(36)

/** How long a plain count of the same rows takes. */
async function yardsticks(engine: Engine, { siteId }: BenchSite): Promise<Row[]> {
  const rows: Row[] = []
  for (const days of [30, 90]) {
    const ms = await timed(() =>
      engine.query(
        `select count(), uniqExact(visitor_hash) from events
        where site_id = {site:String} and toDate(timestamp) > today() - {days:UInt16}`,
        { site: siteId, days },
      ),
    )
    const what = `yardstick: count(), uniqExact(visitor) of the events of ${days} days`
    rows.push({ what, measured: milliseconds(ms) })
  }
  return rows
}

/** One visitor in 1,009: all of them at once are more than the engine may hold. */
async function someVisitors(engine: Engine, { siteId }: BenchSite): Promise<string[]> {
  const found = await engine.query<{ visitor_id: string }>(
    'select distinct visitor_id from events where site_id = {site:String} and visitor_hash % 1009 = 0 order by visitor_id limit 200',
    { site: siteId },
  )
  return found.map(({ visitor_id: visitorId }) => visitorId)
}

async function askEach(
  server: Served,
  site: BenchSite,
  questions: readonly Question[],
): Promise<Row[]> {
  const asked: (Asked & { question: Question })[] = []
  for (const question of questions) {
    asked.push({ question, ...(await tryToAsk(server.url, site.key, question)) })
  }
  const failed = asked.filter(({ status }) => status !== 200)
  for (const { question, status, text } of failed) {
    process.stderr.write(`${status}: ${question.name} ${JSON.stringify(question.body)}: ${text}\n`)
  }
  const rows = (Object.keys(groups) as Group[]).flatMap((group): Row[] => {
    const own = asked.filter(({ question }) => question.group === group)
    const times = own.map(({ ms }) => ms)
    const slowest = own.toSorted((a, b) => b.ms - a.ms)[0]
    if (slowest === undefined) return []
    const [floor, aim] = groups[group]
    return [
      {
        what: `${group} (${own.length}): median, p95, worst (${slowest.question.name})`,
        measured: [quantile(times, 0.5), quantile(times, 0.95), slowest.ms]
          .map(milliseconds)
          .join(', '),
        floor: milliseconds(floor),
        aim: milliseconds(aim),
      },
    ]
  })
  const all = asked.filter(({ question }) => !isLookUp(question)).map(({ ms }) => ms)
  const summary = [quantile(all, 0.5), quantile(all, 0.95), quantile(all, 1)]
  return [
    ...rows,
    {
      what: `all ${all.length} questions but look-ups: median, p95, worst`,
      measured: summary.map(milliseconds).join(', '),
    },
    { what: 'refused or failed', measured: count(failed.length), floor: '0', aim: '0' },
  ]
}

const isLookUp = ({ group }: Question) => group === 'realtime' || group === 'GET /api/v1/visitor'

const pageBounds = (more: number) => ({
  floor: milliseconds(1200 + more),
  aim: milliseconds(600 + more),
})

/** The headline and all panels at once, each time with another filter. */
async function wholePages(server: Served, site: BenchSite): Promise<Row[]> {
  const random = seededRandom(seed + 1)
  const times: number[] = []
  const refused: number[] = []
  for (let done = 0; done < pages; done++) {
    const { ms, failed } = await page(server, site, drawFilter(random).filters)
    times.push(ms)
    refused.push(failed)
  }
  const what = `headline and ${Object.keys(panels).length - 1} panels with a new filter, 30 days: median, p95, worst`
  const measured = [0.5, 0.95, 1].map((part) => milliseconds(quantile(times, part))).join(', ')
  const failed = refused.reduce((sum, one) => sum + one, 0)
  return [
    { what, measured: failed === 0 ? measured : `${measured}, ${failed} failed`, ...pageBounds(0) },
  ]
}

async function page(server: Served, site: BenchSite, filters: readonly unknown[]) {
  let failed = 0
  const ms = await timed(() =>
    Promise.all(
      Object.values(panels).map(async (panel) => {
        const question = { method: 'POST', path: 'query', body: { ...panel, filters } } as const
        const { status } = await tryToAsk(server.url, site.key, question)
        if (status !== 200) failed += 1
      }),
    ),
  )
  return { ms, failed }
}

async function engineMemory({ pid }: Served): Promise<Row> {
  const sizes = await Promise.all((await childrenOf(pid)).map(residentBytes))
  const mib = Math.max(0, ...sizes) / 2 ** 20
  return { what: 'memory of the engine after all that', measured: `${count(mib)} MiB` }
}

/** Realtime reads them along with those of this run, so it is slower when another run on the same folder has just ended. */
async function recentHits(engine: Engine, { siteId }: BenchSite): Promise<Row> {
  const [found] = await engine.query<{ hits: string }>(
    `select count() as hits from events
    where site_id = {site:String} and timestamp > now() - interval 30 minute`,
    { site: siteId },
  )
  return {
    what: 'hits of the last half hour before this run',
    measured: count(Number(found?.hits)),
  }
}

async function bytesPerEvent(engine: Engine): Promise<Row> {
  const [size] = await engine.query<{ bytes: string; events: string }>(
    `select sum(bytes_on_disk) as bytes, sumIf(rows, table = 'events') as events
    from system.parts where active and database = currentDatabase()`,
  )
  return {
    what: 'bytes on disk per event, all tables',
    measured: `${Math.round(Number(size?.bytes) / Number(size?.events))} B`,
    floor: '80 B',
    aim: '60 B',
  }
}
