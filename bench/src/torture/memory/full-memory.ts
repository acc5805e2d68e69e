import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, settlePayments, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Answer, askOnce, askUntil } from '../probe.ts'
import { install, Victim } from '../victim.ts'
import { MemoryGroup } from './memory-group.ts'

export interface FullMemoryResult extends Verdict, LoadFigures {
  sent: number
  acknowledged: number
  /** Processes that the kernel killed because memory ran out. */
  killed: number
  /** Hits and payments, one after the other, while no engine could run. */
  hits: Answer[]
  payments: Answer[]
  /** Of the stop by SIGTERM: null when the server had been killed. */
  exitCode: number | null
  passed: boolean
}

const groupMebibytes = 900
/** Uses up the group's memory, and protects itself from being the process that the kernel ends. */
const hog = `import sys, time
open('/proc/self/oom_score_adj', 'w').write('-1000')
limit, group, step, held = int(sys.argv[1]), sys.argv[2], 4 << 20, []
def used():
    stat = dict(line.split()[:2] for line in open(group + '/memory.stat'))
    return int(stat.get('total_rss', stat.get('anon', 0)))
while True:
    if used() < limit - (24 << 20): held.append(bytearray(b'x') * step)
    else: time.sleep(0.02)
`

/** Fills the memory of a server's control group under load, and then frees it. */
export async function tortureFullMemory(options: { seed: number }): Promise<FullMemoryResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-memory-'))
  const group = MemoryGroup.make(groupMebibytes)
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  const asker = { installation, oracle }
  const victim = await Victim.start({ ...installation, launcher: group.launcher })
  let hungry: ChildProcess | undefined
  try {
    const random = seededRandom(options.seed)
    const load = { installation, oracle, random, round: 1, workers: 4, pauseMs: 20 }
    const [hits, payments]: Answer[][] = [[], []]
    const figures = await whileUnderLoad({ ...load, withoutReads: true }, async () => {
      await delay(1_000)
      hungry = takeMemory(group)
      const sinceMs = performance.now()
      while (group.killed === 0 && performance.now() - sinceMs < 60_000) await delay(20)
      for (let time = 0; time < 20; time++) {
        hits?.push(await askOnce(asker, 'hit'))
        payments?.push(await askOnce(asker, 'payment'))
        await delay(100)
      }
      await end(hungry)
      await askUntil(asker, 'read', 200)
      await delay(500)
    })
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    const taken = [...(hits ?? []), ...(payments ?? [])].every(({ status = 0 }) => status < 300)
    return {
      ...figures,
      ...verdict,
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
      killed: group.killed,
      hits: hits ?? [],
      payments: payments ?? [],
      exitCode,
      passed: isFaithful(verdict) && taken && exitCode === 0,
    }
  } finally {
    await end(hungry)
    await victim.kill()
    await oracle.close()
    await group.remove()
  }
}

function takeMemory(group: MemoryGroup): ChildProcess {
  const [program = '', ...launch] = group.launcher
  const limit = String(groupMebibytes * 2 ** 20)
  const line = [...launch, 'python3', '-c', hog, limit, group.dir]
  return spawn(program, line, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
