import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf } from '../../../../scripts/children-of.ts'
import { seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { settlePayments, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { askOnce, askUntil } from '../probe.ts'
import { type Installation, install, Victim } from '../victim.ts'

interface UnreadableResult extends Verdict {
  sent: number
  acknowledged: number
  /** How often each status was returned while nothing could be read, by kind of request; 0 for none. */
  statuses: Record<string, Record<string, number>>
  /** Report answers that lacked something acknowledged before they were requested. */
  wrongAnswers: number
  /** From the disk's return to a report, a hit and a payment that are answered. */
  recoveredMs: number[]
  exitCode: number | null
  passed: boolean
}

/** System calls that read files by position: parts of the engine, pages of SQLite. Sockets never use them. */
const reads = 'pread64,preadv,preadv2'

/** Has every read of a file fail with EIO, first the engine's and then the server's, for this long each. */
export async function tortureUnreadable(options: {
  seconds: number
  seed: number
}): Promise<UnreadableResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-unreadable-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  const victim = await Victim.start(installation)
  const asker = { installation, oracle }
  const statuses: UnreadableResult['statuses'] = {}
  const recoveredMs: number[] = []
  let wrongAnswers = 0
  try {
    const random = seededRandom(options.seed)
    const load = { installation, oracle, random, round: 1, workers: 6, pauseMs: 10 }
    await whileUnderLoad(load, () => delay(2_000))
    const engines = await childrenOf(victim.pid)
    for (const [who, pid] of [
      ...engines.map((engine) => ['engine', engine] as const),
      ['server', victim.pid] as const,
    ]) {
      const tracer = await failReads(pid)
      const endMs = performance.now() + options.seconds * 1000
      while (performance.now() < endMs) {
        const report = await askReport(asker)
        if (report.isWrong) wrongAnswers++
        const hit = await askOnce(asker, 'hit')
        const payment = await askOnce(asker, 'payment')
        for (const [what, { status = 0 }] of Object.entries({ report, hit, payment })) {
          const kind = `${what}, ${who}`
          statuses[kind] = { ...statuses[kind], [status]: (statuses[kind]?.[status] ?? 0) + 1 }
        }
      }
      const ended = once(tracer, 'exit')
      tracer.kill('SIGINT')
      await ended
      const backMs = performance.now()
      await askUntil(asker, 'hit', 202)
      await askUntil(asker, 'payment', 200)
      while ((await askReport(asker)).status !== 200) await delay(50)
      recoveredMs.push(performance.now() - backMs)
    }
    if ((await askReport(asker)).isWrong) wrongAnswers++
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    const isKind = Object.values(statuses).every((of) => of['500'] === undefined)
    const passed = isFaithful(verdict) && wrongAnswers === 0 && isKind && exitCode === 0
    if (passed) await rm(folder, { recursive: true, force: true })
    return {
      ...verdict,
      ...{ statuses, wrongAnswers, recoveredMs, exitCode, passed },
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
    }
  } finally {
    await victim.kill()
    await oracle.close()
  }
}

/** Resolves when every read of the process fails; until the tracer is stopped. */
async function failReads(pid: number) {
  const parameters = ['-f', '-p', String(pid), '-o', '/dev/null', '-e', `trace=${reads}`]
  const tracer = spawn('strace', [...parameters, '-e', `inject=${reads}:error=EIO`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Its output says so once it is attached.
  await once(tracer.stderr, 'data')
  return tracer
}

/** A report on everything, and whether it lacks page views that were acknowledged before. */
async function askReport({ installation, oracle }: { installation: Installation; oracle: Oracle }) {
  const known = oracle.count(({ kind, acknowledged }) => kind === 'pageview' && acknowledged)
  const answer = await fetch(`${installation.url}/api/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ metrics: ['pageViews'], dateRange: '7d' }),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined)
  const text = await answer?.text()
  if (answer?.status !== 200) return { status: answer?.status, isWrong: false }
  const { data } = JSON.parse(text ?? '') as { data: { totals: { pageViews: number } } }
  return { status: 200, isWrong: data.totals.pageViews < known }
}
