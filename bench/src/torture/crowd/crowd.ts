import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@tributary/server/config.ts'
import { serve } from '@tributary/server/serve.ts'
import { pino } from 'pino'
import type { OpenLoopResult } from '../../load/open-loop-process.ts'
import { runLoad } from '../../load/run-load.ts'
import { runOpenLoop } from '../../load/run-open-loop.ts'
import { residentBytes, sampleHeaders, sampleHit } from '../../measures/server-process.ts'
import { addSite, type Installation, install, Victim } from '../victim.ts'
import { type FrontName, startFront } from './front.ts'
import { canSlowDown, slowDown } from './slow-down.ts'

export interface CrowdOptions {
  /** How long each part continues. */
  seconds: number
  /** The server's share of one processor, so that one machine can send three times its capacity. */
  share: number
  /** The proxy in front, with the settings that deploy/proxy/ suggests; none if absent. */
  front?: FrontName
}

export interface CrowdResult {
  /** Acknowledged hits a second with as many clients as can be served, together with the quiet site and payments. */
  capacity: number
  /** Hits a second that arrived, three times the capacity, and those that were acknowledged. */
  offered: number
  goodput: number
  waitP50Ms: number
  waitP99Ms: number
  /** Hits a second that were refused, and how soon. */
  refused: number
  refusalP50Ms: number
  refusalP99Ms: number
  refusalLongestMs: number
  refusalsWithoutRetryAfter: number
  /** Hits whose connection broke or that had no answer after ten seconds. */
  unanswered: number
  /** Payments that a server sent meanwhile. */
  payments: { sent: number; taken: number; p99Ms: number }
  /** Of the server and its engine, before and at the end of the crowd. */
  calmBytes: number
  crowdedBytes: number
  /** Of the proxy, at the end of the crowd. */
  frontBytes: number
  /** How another site's hits fared meanwhile. */
  quiet: Record<'alone' | 'crowded' | 'after', { p99Ms: number; sent: number; notTaken: number }>
  acknowledged: number
  stored: number
}

const connections = 64
const mostConnections = 2_000
const quietPerSecond = 20
const paymentsPerSecond = 5
/** A separate website, as its visitors' browsers report it. */
const quietDomain = 'quiet.example'

/** Three times as many hits as the server can take, all of one site, together with a quiet site. */
export async function tortureByCrowd(options: CrowdOptions): Promise<CrowdResult> {
  const { seconds, share } = options
  const folder = await mkdtemp(join(tmpdir(), 'tributary-crowd-'))
  const installation = await install(join(folder, 'data'))
  installation.environment.TRUSTED_PROXIES = '127.0.0.1'
  const quietSite = await addSite(installation, quietDomain)
  const victim = await Victim.start(installation)
  const restoreSpeed = canSlowDown() ? await slowDown(victim.pid, share) : async () => undefined
  const front = options.front && (await startFront(options.front, portOf(installation)))
  const port = front?.port ?? portOf(installation)
  const order = { port, path: '/api/collect', seconds, mostConnections }
  const send = (siteId: string, perSecond: number, domain?: string) =>
    runOpenLoop({
      ...order,
      headers: { ...sampleHeaders, ...(domain !== undefined && { Origin: `https://${domain}` }) },
      body: sampleHit(siteId, domain),
      perSecond,
    })
  const sendQuiet = () => send(quietSite, quietPerSecond, quietDomain)
  const pay = (when: string) => runOpenLoop({ ...order, ...paymentsOf(installation, when) })
  try {
    if (front) await untilReady(`http://127.0.0.1:${port}`)
    const warm = await measureCapacity(installation.siteId, port, seconds)
    const [capacity, quiet] = await Promise.all([
      measureCapacity(installation.siteId, port, seconds),
      sendQuiet(),
      pay('calm'),
    ])
    const alone = await sendQuiet()
    const calmBytes = await residentBytes(victim.pid)
    const offered = Math.round(3 * capacity.perSecond)
    const [crowd, crowded, payments] = await Promise.all([
      send(installation.siteId, offered),
      sendQuiet(),
      pay('crowd'),
    ])
    const crowdedBytes = await residentBytes(victim.pid)
    const frontBytes = front ? await residentBytes(front.pid) : 0
    const after = await sendQuiet()
    await victim.stop()
    const accepted = [quiet, alone, crowd, crowded, after].map(
      (one) => one.answers['202']?.count ?? 0,
    )
    const result = {
      capacity: capacity.perSecond,
      offered,
      goodput: (crowd.answers['202']?.count ?? 0) / crowd.seconds,
      waitP50Ms: crowd.answers['202']?.p50Ms ?? Number.POSITIVE_INFINITY,
      waitP99Ms: crowd.answers['202']?.p99Ms ?? Number.POSITIVE_INFINITY,
      refused: (crowd.answers['503']?.count ?? 0) / crowd.seconds,
      refusalP50Ms: crowd.answers['503']?.p50Ms ?? 0,
      refusalP99Ms: crowd.answers['503']?.p99Ms ?? 0,
      refusalLongestMs: crowd.answers['503']?.longestMs ?? 0,
      refusalsWithoutRetryAfter: crowd.withoutRetryAfter,
      unanswered: crowd.answers.none?.count ?? 0,
      payments: {
        sent: payments.due,
        taken: payments.answers['200']?.count ?? 0,
        p99Ms: payments.answers['200']?.p99Ms ?? Number.POSITIVE_INFINITY,
      },
      calmBytes,
      crowdedBytes,
      frontBytes,
      quiet: { alone: fared(alone), crowded: fared(crowded), after: fared(after) },
      acknowledged: accepted.reduce((sum, n) => sum + n, warm.count + capacity.count),
      stored: await countStored(installation),
    }
    await rm(folder, { recursive: true, force: true })
    return result
  } finally {
    await front?.stop()
    await victim.kill()
    await restoreSpeed()
  }
}

/** The server is considered up once the proxy's health check was answered. */
async function untilReady(url: string): Promise<void> {
  const endMs = performance.now() + 10_000
  while (performance.now() < endMs) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('the proxy does not reach the server')
}

async function measureCapacity(siteId: string, port: number, seconds: number) {
  const order = { port, path: '/api/collect', headers: sampleHeaders, connections, seconds }
  const result = await runLoad({ ...order, bodies: [sampleHit(siteId)] })
  const count = result.statuses['202'] ?? 0
  return { count, perSecond: count / result.seconds }
}

function fared(result: OpenLoopResult) {
  const taken = result.answers['202']
  return { p99Ms: taken?.p99Ms ?? 0, sent: result.due, notTaken: result.due - (taken?.count ?? 0) }
}

function paymentsOf({ key }: Installation, when: string) {
  const body = {
    provider: 'custom',
    providerPaymentId: `${when}-{n}`,
    visitorId: 'visitor{n}',
    amount: 1,
  }
  return {
    path: '/api/v1/payment',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
    perSecond: paymentsPerSecond,
  }
}

const portOf = ({ url }: Pick<Installation, 'url'>) => Number(new URL(url).port)

async function countStored({ environment }: Installation): Promise<number> {
  const server = await serve(readConfig({ ...environment, PORT: '0' }), pino({ level: 'fatal' }))
  try {
    await server.services.events.flush()
    const rows = await server.services.engine.query<{ n: string }>(
      'select count() as n from events',
    )
    return Number(rows[0]?.n)
  } finally {
    await server.close()
  }
}
