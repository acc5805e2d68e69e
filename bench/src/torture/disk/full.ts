import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, settlePayments, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Answer, askOnce, askUntil } from '../probe.ts'
import { install, Victim } from '../victim.ts'
import { Disk } from './disk.ts'

export interface FullDiskResult extends Verdict, LoadFigures {
  sent: number
  acknowledged: number
  /** The answers to hits and payments at each fill level. */
  atMark: { hit: Answer; payment: Answer }
  whenFull: { hit: Answer; payment: Answer; read: Answer }
  /** From when there was space again until a hit and a payment were accepted, without a restart. */
  recoveredMs: number
  exitCode: number | null
  passed: boolean
  folder: string
}

const mebibyte = 1024 * 1024
const diskMebibytes = 768
/** The journal's limit is 5 % of the disk; the space below it is reserved for payments. */
const markBytes = Math.floor(0.05 * diskMebibytes) * mebibyte

/** Fills the disk under a server with load, first below the limit and then completely, and empties it. */
export async function tortureFullDisk(options: { seed: number }): Promise<FullDiskResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-full-'))
  const disk = Disk.make(folder, diskMebibytes)
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(disk.mount, 'data'))
  const asker = { installation, oracle }
  const victim = await Victim.start(installation)
  try {
    const seen: Partial<Pick<FullDiskResult, 'atMark' | 'whenFull' | 'recoveredMs'>> = {}
    const random = seededRandom(options.seed)
    const load = { installation, oracle, random, round: 1, workers: 8, pauseMs: 10 }
    const figures = await whileUnderLoad(load, async () => {
      await delay(500)
      disk.fillUpTo(markBytes / 2)
      const hit = await askUntil(asker, 'hit', 503)
      seen.atMark = { hit, payment: await askOnce(asker, 'payment') }
      disk.fillUpTo(0)
      const payment = await askUntil(asker, 'payment', 503)
      const read = await askOnce(asker, 'read')
      seen.whenFull = { hit: await askOnce(asker, 'hit'), payment, read }
      await delay(1_000)
      disk.makeRoom()
      const roomMs = performance.now()
      await Promise.all([askUntil(asker, 'hit', 202), askUntil(asker, 'payment', 200)])
      seen.recoveredMs = performance.now() - roomMs
      await delay(500)
    })
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    const { atMark, whenFull, recoveredMs } = seen as Required<typeof seen>
    return {
      ...figures,
      ...verdict,
      atMark,
      whenFull,
      recoveredMs,
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
      exitCode,
      passed: isFaithful(verdict) && atMark.payment.status === 200 && exitCode === 0,
      folder,
    }
  } finally {
    await victim.kill()
    await oracle.close()
    await disk.unplug()
    await rm(join(folder, 'disk.img'))
  }
}
