import { setTimeout as delay } from 'node:timers/promises'
import type { Reconciliation } from '@tributary/contract/reconciliation.ts'
import { dayOf } from '@tributary/server/payments/reconciliation/both-sides.ts'
import { countOutbox } from '@tributary/server/payments/rows/payment-outbox.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'
import { dayMs } from '@tributary/server/time/durations.ts'
import { runOpenLoop } from '../load/run-open-loop.ts'
import { type ServerProcess, sampleHeaders, sampleHit, startServerOn } from './server-process.ts'
import { count, milliseconds, quantile, type Row } from './table.ts'

/** A site whose account was imported while no server ran: none of its payments is linked or in the engine yet. */
export interface ImportedSite {
  /** The store that the server opens, too. */
  control: ControlStore
  siteId: string
  /** Until when the account was read. */
  untilMs: number
  dataDir: string
  settings: Record<string, string>
}

const domain = 'shop.example'
const starts = 3
const repeats = 8
const hitsPerSecond = 50
/** How long to watch payments being copied; on a busy machine that is not all of them. */
const copyingSeconds = 60
const longestCopyingMs = 5 * 60_000
/** The pause between two questions. */
const pauseMs = 250

/**
 * Asks the built server over HTTP for the comparison of a year: while it links and copies the imported payments, and as the
 * first question after a start.
 */
export async function compareServed(site: ImportedSite, aim: string): Promise<Row[]> {
  const keys = apiKeys(site.control)
  const scopes = ['stats:read' as const]
  const { token } = await keys.create(site.siteId, { name: 'bench', scopes, ratePerMinute: 10_000 })
  await keys.close()
  const withServer = async <Answer>(use: (server: ServerProcess) => Promise<Answer>) => {
    const server = await startServerOn(site.dataDir, domain, site.settings)
    try {
      await server.ready()
      return await use(server)
    } finally {
      await server.stop()
    }
  }
  const copying = await withServer((server) => whileCopying(server, site, token))
  // The questions after a start are about a day on which nothing is imported.
  await withServer(() => untilCopied(site))
  const firsts: number[] = []
  const others: number[] = []
  let differences = 0
  for (let start = 0; start < starts; start++) {
    await withServer(async (server) => {
      const first = await compare(server, site, token)
      differences = first.differences
      firsts.push(first.ms)
      for (let n = 0; n < repeats; n++) others.push((await compare(server, site, token)).ms)
    })
  }
  return [
    {
      what: `reconciliation of that year over HTTP, the first question after each of ${starts} starts, median; ${differences} differences`,
      measured: milliseconds(quantile(firsts, 0.5)),
      aim,
    },
    { what: '… slowest', measured: milliseconds(quantile(firsts, 1)), aim },
    {
      what: `… median of the next ${others.length}`,
      measured: milliseconds(quantile(others, 0.5)),
    },
    ...copyingRows(copying, aim),
  ]
}

interface Copying {
  /** How many payments were being copied at the start, and how many still are at the end. */
  payments: number
  left: number
  /** What comparing took, milliseconds. */
  times: number[]
  hits: { p50Ms: number; p99Ms: number; longestMs: number }
}

function copyingRows({ payments, left, times, hits }: Copying, aim: string): Row[] {
  const [median, p95, worst] = [0.5, 0.95, 1].map((share) => milliseconds(quantile(times, share)))
  return [
    {
      what: `… while ${count(payments)} payments are linked and copied to the engine (${count(left)} left after ${copyingSeconds} s), p95 of ${times.length}`,
      measured: p95 ?? '',
      aim,
    },
    { what: '… … median, worst', measured: `${median}, ${worst}` },
    {
      what: `… … ${hitsPerSecond} hits per second meanwhile: median, p99, worst`,
      measured: [hits.p50Ms, hits.p99Ms, hits.longestMs].map(milliseconds).join(', '),
    },
  ]
}

async function whileCopying(
  server: ServerProcess,
  site: ImportedSite,
  token: string,
): Promise<Copying> {
  const payments = await countOutbox(site.control.db)
  const endMs = performance.now() + copyingSeconds * 1000
  const sent = runOpenLoop({
    ...{ port: server.port, path: '/api/collect', body: sampleHit(site.siteId) },
    ...{ headers: sampleHeaders, perSecond: hitsPerSecond, seconds: copyingSeconds },
    mostConnections: 64,
  })
  const times: number[] = []
  let left = payments
  while (left > 0 && performance.now() < endMs) {
    times.push((await compare(server, site, token)).ms)
    await delay(pauseMs)
    left = await countOutbox(site.control.db)
  }
  const { answers } = await sent
  const hits = answers['202']
  if (hits?.count !== hitsPerSecond * copyingSeconds) throw new Error(JSON.stringify(answers))
  return { payments, left, times, hits }
}

async function untilCopied({ control }: ImportedSite): Promise<void> {
  const endMs = performance.now() + longestCopyingMs
  while ((await countOutbox(control.db)) > 0) {
    if (performance.now() > endMs) throw new Error('The payments were not copied in time')
    await delay(pauseMs)
  }
}

/** Asks one question and reads the whole answer. */
async function compare(
  { port }: ServerProcess,
  { untilMs }: ImportedSite,
  token: string,
): Promise<{ ms: number; differences: number }> {
  const [from, to] = [dayOf(untilMs - 365 * dayMs), dayOf(untilMs)]
  const startMs = performance.now()
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/reconciliation?from=${from}&to=${to}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  const text = await answer.text()
  const ms = performance.now() - startMs
  if (!answer.ok) throw new Error(`reconciliation answered ${answer.status}: ${text}`)
  const { data } = JSON.parse(text) as { data: Reconciliation }
  return { ms, differences: data.days.reduce((sum, { items }) => sum + items.length, 0) }
}
