import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestEngine } from '@tributary/server/test/engine.ts'
import { runOpenLoop } from '../../load/run-open-loop.ts'
import { residentBytes } from '../../measures/server-process.ts'
import { Flood, type FloodVerdict } from '../flood.ts'
import { type Installation, install, Victim } from '../victim.ts'

export interface SlowDiskResult extends FloodVerdict {
  /** From when a hit was due until it was acknowledged. */
  hitP50Ms: number
  hitP99Ms: number
  refused: number
  refusalP99Ms: number
  payments: { sent: number; taken: number; p50Ms: number; longestMs: number }
  /** Of the server and its children, before and at the end. */
  calmBytes: number
  slowBytes: number
  exitCode: number | null
  passed: boolean
}

/**
 * Sends hits and payments to a server whose syncs each take this long, of journal and control store alike. The
 * engine is not slowed down.
 */
export async function tortureSlowDisk(options: {
  syncMs: number
  hitsPerSecond: number
  paymentsPerSecond: number
  seconds: number
}): Promise<SlowDiskResult> {
  const { syncMs, hitsPerSecond, paymentsPerSecond, seconds } = options
  const folder = await mkdtemp(join(tmpdir(), 'tributary-slow-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const engine = await startTestEngine({ dataDir: join(folder, 'engine') })
  opened.defer(() => engine.remove())
  const installation = await install(join(folder, 'data'))
  installation.environment.CLICKHOUSE_URL = engine.url
  const flood = await Flood.prepare(installation)
  const victim = await Victim.start(installation)
  opened.defer(() => victim.kill())
  await slowSyncs(victim.pid, syncMs)
  const calmBytes = await residentBytes(victim.pid)
  const [payments] = await Promise.all([
    runOpenLoop({ ...paymentsOf(installation), perSecond: paymentsPerSecond, seconds }),
    // As browsers would: no client waits for another one's answer before sending.
    flood.run(hitsPerSecond, seconds * 1000, 12 * hitsPerSecond),
  ])
  const slowBytes = await residentBytes(victim.pid)
  const exitCode = await victim.stop()
  // What the journal still held after the stop.
  const again = await Victim.start(installation)
  await fetch(`${installation.url}/api/v1/visitor?visitorId=unknown`, {
    headers: { authorization: `Bearer ${installation.key}` },
  })
  await again.stop()
  const verdict = await flood.verdict(engine.url)
  const taken = payments.answers['200']
  return {
    ...verdict,
    hitP50Ms: flood.answered?.p50Ms ?? Number.POSITIVE_INFINITY,
    hitP99Ms: flood.answered?.p99Ms ?? Number.POSITIVE_INFINITY,
    refused: flood.refused?.count ?? 0,
    refusalP99Ms: flood.refused?.p99Ms ?? 0,
    payments: {
      sent: payments.due,
      taken: taken?.count ?? 0,
      p50Ms: taken?.p50Ms ?? Number.POSITIVE_INFINITY,
      longestMs: taken?.longestMs ?? Number.POSITIVE_INFINITY,
    },
    calmBytes,
    slowBytes,
    exitCode,
    // Unacknowledged hits may be stored, too: their sender had timed out.
    passed: verdict.acknowledged <= verdict.stored && verdict.stored <= flood.sent,
  }
}

/** Which threads wait for a disk, by the beginning of their name. */
const syncsOfThreads: Readonly<Record<string, string>> = {
  // The journal's writes, to files whose writes are on disk when they return.
  'libuv-worker': 'pwrite64,fsync,fdatasync',
  // SQLite's writes wait for nothing, its syncs do.
  'tributary-contr': 'fsync,fdatasync',
}

/** From now on each sync takes this long, until the process ends. */
async function slowSyncs(pid: number, ms: number): Promise<void> {
  const tasks = `/proc/${pid}/task`
  for (const thread of await readdir(tasks)) {
    const name = (await readFile(`${tasks}/${thread}/comm`, 'utf8')).trim()
    const calls = syncsOfThreads[name]
    if (calls === undefined) continue
    const inject = `inject=${calls}:delay_enter=${ms * 1000}`
    const command = ['-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject, '-p', thread]
    const tracer = spawn('strace', command, { stdio: ['ignore', 'ignore', 'inherit'] })
    while (/^TracerPid:\t0$/m.test(await readFile(`${tasks}/${thread}/status`, 'utf8'))) {
      if (tracer.exitCode !== null) throw new Error(`strace ended: ${tracer.exitCode}`)
      await delay(10)
    }
  }
}

function paymentsOf({ url, key }: Installation) {
  const payment = { provider: 'custom', providerPaymentId: 'payment-{n}', amount: 1 }
  return {
    port: Number(new URL(url).port),
    path: '/api/v1/payment',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(payment),
    mostConnections: 50,
  }
}
