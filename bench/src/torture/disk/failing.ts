import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '@tributary/server/config.ts'
import { type ReachedStores, reachStores } from '@tributary/server/operator/reach-stores.ts'
import { controlFile } from '@tributary/server/store/control/control-store.ts'
import { seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, settlePayments, sumOfFigures, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Answer, type Asker, askOnce, askUntil } from '../probe.ts'
import { install, Victim } from '../victim.ts'
import { Disk } from './disk.ts'

type Answers = Record<'hit' | 'payment' | 'read', Answer>

export interface FailingDiskResult extends Verdict, LoadFigures {
  sent: number
  acknowledged: number
  /** No file can be created, though there is free space. */
  withoutInodes: Answers
  /** From when files could be created again until a hit and a payment were accepted, without a restart. */
  inodesBackMs: number
  /** The engine's error for a merge, and SQLite's for a checkpoint, on a disk without a free byte. */
  mergeWhenFull: string
  checkpointWhenFull: string
  roomBackMs: number
  /** The kernel has made the disk read-only. */
  readOnly: Answers
  /** After the disk was checked and mounted again. */
  startMs: number
  exitCode: number | null
  passed: boolean
  folder: string
}

const diskMebibytes = 768
const mostFiles = 20_000

/** A disk that runs out of inodes, then of room under a merge and a checkpoint, and that turns read-only at last. */
export async function tortureFailingDisk(options: { seed: number }): Promise<FailingDiskResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-failing-disk-'))
  const disk = Disk.make(folder, diskMebibytes, mostFiles)
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(disk.mount, 'data'))
  const asker = { installation, oracle }
  let victim = await Victim.start(installation)
  let stores: ReachedStores | undefined
  try {
    const random = seededRandom(options.seed)
    const load = { installation, oracle, random, round: 1, workers: 8, pauseMs: 10 }
    const first = await whileUnderLoad(load, () => delay(500))
    stores = await reachStores(readConfig(installation.environment))
    const inodes = await runOutOfInodes(asker, disk, load)
    const full = await mergeOnFullDisk(asker, disk, stores)
    await settlePayments(installation, oracle)
    await stores.close()
    stores = undefined

    const readOnly: Partial<Answers> = {}
    const last = await whileUnderLoad({ ...load, round: 3 }, async () => {
      await delay(300)
      disk.turnReadOnly()
      await delay(1_000)
      Object.assign(readOnly, await askAll(asker))
    })
    await victim.kill()
    await disk.unplug()
    disk.plugIn()
    victim = await Victim.start(installation)
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    return {
      ...sumOfFigures([first, inodes.figures, last]),
      ...verdict,
      ...full,
      withoutInodes: inodes.answers,
      inodesBackMs: inodes.backMs,
      readOnly: readOnly as Answers,
      startMs: victim.startMs,
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
      exitCode,
      passed: isFaithful(verdict) && exitCode === 0,
      folder,
    }
  } finally {
    await stores?.close()
    await victim.kill()
    await oracle.close()
    await disk.unplug()
    await rm(join(folder, 'disk.img'))
  }
}

/** One after the other, so that one request's wait does not hide another's result. */
async function askAll(asker: Asker): Promise<Answers> {
  const [hit, payment] = [await askOnce(asker, 'hit'), await askOnce(asker, 'payment')]
  return { hit, payment, read: await askOnce(asker, 'read') }
}

async function untilTaken(asker: Asker): Promise<number> {
  const sinceMs = performance.now()
  await Promise.all([askUntil(asker, 'hit', 202), askUntil(asker, 'payment', 200)])
  // A read returns acknowledged events, so it shows that the engine accepts inserts again.
  await askUntil(asker, 'read', 200)
  return performance.now() - sinceMs
}

async function runOutOfInodes(
  asker: Asker,
  disk: Disk,
  load: Omit<Parameters<typeof whileUnderLoad>[0], 'round'>,
): Promise<{ figures: LoadFigures; answers: Answers; backMs: number }> {
  const seen: { answers?: Answers; backMs?: number } = {}
  const figures = await whileUnderLoad({ ...load, round: 2 }, async () => {
    disk.useUpInodes()
    // The journal's file is already open and accepts lines until it is sealed.
    await delay(3_000)
    seen.answers = await askAll(asker)
    disk.makeRoom()
    seen.backMs = await untilTaken(asker)
  })
  return { figures, ...(seen as Required<typeof seen>) }
}

async function mergeOnFullDisk(
  asker: Asker,
  disk: Disk,
  { engine }: ReachedStores,
): Promise<Pick<FailingDiskResult, 'mergeWhenFull' | 'checkpointWhenFull' | 'roomBackMs'>> {
  const said = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error) => error.message,
    )
  // So that there is something to merge and to write back.
  for (let part = 0; part < 3; part++) {
    await askUntil(asker, 'hit', 202)
    await askUntil(asker, 'read', 200)
    await askOnce(asker, 'payment')
  }
  disk.fillUpTo(0)
  const mergeWhenFull = await said(engine.command('optimize table events final'))
  const checkpointWhenFull = await said(checkpoint(asker.installation.dataDir))
  disk.makeRoom()
  const roomBackMs = await untilTaken(asker)
  return { mergeWhenFull, checkpointWhenFull, roomBackMs }
}

async function checkpoint(dataDir: string): Promise<void> {
  const database = new DatabaseSync(controlFile(dataDir), { timeout: 5_000 })
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}
