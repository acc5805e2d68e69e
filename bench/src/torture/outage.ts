import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestEngine } from '@tributary/server/test/engine.ts'
import { seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { Flood, type FloodVerdict } from './flood.ts'
import { type LoadFigures, settlePayments, whileUnderLoad } from './load.ts'
import { Relay } from './nodes/relay.ts'
import { Oracle } from './oracle.ts'
import { type Answer, askOnce, askUntil } from './probe.ts'
import { install, Victim } from './victim.ts'

export interface OutageResult extends Verdict, LoadFigures {
  sent: number
  acknowledged: number
  awayMs: number
  /** Requests a second that were acknowledged while the engine was away. */
  perSecond: number
  /** The answers to a hit, a payment and a read in the middle of it. */
  meanwhile: { hit: Answer; payment: Answer; read: Answer }
  backlogBytes: number
  /** From the return of the engine until a read saw everything. */
  drainedMs: number
  /** Hits of another site while the engine was away. */
  flood: FloodVerdict
  /** Inserts and payments whose answer was lost after they had taken effect. */
  repliesLost: number
  passed: boolean
}

/**
 * Takes the engine away for a time: its server runs, but no client can connect. Before that, its answers are lost
 * for a while, as are those of the server to its own clients.
 */
export async function tortureByOutage(options: {
  awayMs: number
  seed: number
  /** Rest of each of the eight workers between two requests while the engine is away. */
  pauseMs?: number
  /** Hits per second of another site in the meantime; none by default. */
  hitsPerSecond?: number
}): Promise<OutageResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-outage-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  await using opened = new AsyncDisposableStack()
  const { engine, toEngine, toServer, installation, flood, victim } = await setUp(folder, opened)

  const random = seededRandom(options.seed)
  const asker = { installation, oracle }
  const load = { oracle, random, workers: 8, pauseMs: 5 }
  const paced = options.pauseMs === undefined ? {} : { pauseMs: options.pauseMs }
  const deaf = { ...installation, url: `http://127.0.0.1:${toServer.port}` }
  const lossy = await whileUnderLoad({ ...load, installation: deaf, round: 1 }, async () => {
    for (let n = 0; n < 4; n++) {
      await delay(150)
      const relay = n % 2 === 0 ? toServer : toEngine
      relay.losesAnswers = true
      await delay(300)
      relay.losesAnswers = false
    }
  })
  const before = oracle.count(({ acknowledged }) => acknowledged)
  let meanwhile: OutageResult['meanwhile'] | undefined
  let backlogBytes = 0
  const { hitsPerSecond = 0, awayMs } = options
  const meanLoad = { ...load, ...paced, installation, round: 2, withoutReads: hitsPerSecond > 0 }
  const figures = await whileUnderLoad(meanLoad, async () => {
    await toEngine.close()
    const flooding = hitsPerSecond > 0 ? flood.run(hitsPerSecond, awayMs) : undefined
    await delay(awayMs / 2)
    const hit = await askOnce(asker, 'hit')
    meanwhile = {
      hit,
      payment: await askOnce(asker, 'payment'),
      read: await askOnce(asker, 'read'),
    }
    await delay(awayMs / 2)
    await flooding
    backlogBytes = await backlogOf(installation.url)
  })
  const acknowledgedMeanwhile = oracle.count(({ acknowledged }) => acknowledged) - before
  await toEngine.reopen()
  const backMs = performance.now()
  await askUntil(asker, 'read', 200)
  const drainedMs = performance.now() - backMs
  const flooded = await flood.verdict(engine.url)
  await settlePayments(installation, oracle)
  await victim.stop()
  const verdict = await compare(installation, oracle)
  await oracle.close()
  if (meanwhile === undefined) throw new Error('nothing was asked during the outage')
  const { hit, payment, read } = meanwhile
  const passed =
    isFaithful(verdict) &&
    flooded.stored === flooded.acknowledged &&
    hit.status === 202 &&
    payment.status === 200 &&
    read.status === 503
  if (passed) await rm(folder, { recursive: true, force: true })
  return {
    ...verdict,
    refused: lossy.refused + figures.refused,
    cutOff: lossy.cutOff + figures.cutOff,
    reads: lossy.reads + figures.reads,
    staleReads: lossy.staleReads + figures.staleReads,
    sent: oracle.attempts.size,
    acknowledged: oracle.count(({ acknowledged }) => acknowledged),
    awayMs,
    perSecond: (acknowledgedMeanwhile * 1000) / awayMs,
    meanwhile,
    backlogBytes,
    drainedMs,
    flood: flooded,
    repliesLost: lossy.cutOff,
    passed,
  }
}

/** A server, and ways to it and to its engine that can be cut or lose answers. */
async function setUp(folder: string, opened: AsyncDisposableStack) {
  const engine = await startTestEngine({ dataDir: join(folder, 'engine') })
  opened.defer(() => engine.remove())
  const toEngine = await Relay.open({ port: Number(new URL(engine.url).port) })
  opened.defer(() => toEngine.close())
  const installation = await install(join(folder, 'data'))
  const clickhouse = new URL(engine.url)
  clickhouse.port = String(toEngine.port)
  installation.environment.CLICKHOUSE_URL = clickhouse.href.replace(/\/$/, '')
  const flood = await Flood.prepare(installation)
  const victim = await Victim.start(installation)
  opened.defer(() => victim.kill())
  const toServer = await Relay.open({ port: Number(new URL(installation.url).port) })
  opened.defer(() => toServer.close())
  return { engine, toEngine, toServer, installation, flood, victim }
}

async function backlogOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^tributary_journal_backlog_bytes (\S+)$/m.exec(text)?.[1])
}
