import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '@tributary/server/config.ts'
import { type ReachedStores, reachStores } from '@tributary/server/operator/reach-stores.ts'
import { controlFile } from '@tributary/server/store/control/control-store.ts'
import { type Random, seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, settlePayments, sumOfFigures, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Asker, askOnce, askUntil } from '../probe.ts'
import { install, Victim } from '../victim.ts'
import { Disk } from './disk.ts'
import { Filler } from './filler.ts'
import { type Step, steps, untilStep } from './steps.ts'

export interface RefilledDiskResult extends Verdict, LoadFigures {
  rounds: number
  sent: number
  acknowledged: number
  /** How often the disk was full at an observed step. */
  filledAt: Partial<Record<Step, number>>
  /** Rounds in which the server was killed while the disk was full. */
  kills: number
  /** From the moment there was room until a hit, a payment and a read were answered again. */
  recoveredMs: number[]
  /** Exit codes of the stops at the end of each installation; 0 is good. */
  exitCodes: (number | null)[]
  passed: boolean
  folder: string
}

const diskMebibytes = 768
/** Rounds on one installation before it is stopped and compared with its client's log. */
const roundsTogether = 10
/** How much is left when the disk is filled: nothing, blocks, or less than the next insert or merge needs. */
const leftBytes = [0, 0, 0, 4_096, 16_384, 131_072, 1_100_000]
const patienceMs = 4_000

/**
 * Fills a disk at each step of what a server does on it and empties it again, at random, under load, and sometimes
 * kills the server meanwhile.
 */
export async function tortureRefilledDisk(options: {
  rounds: number
  seed: number
  onRound?: (round: number) => void
}): Promise<RefilledDiskResult> {
  const random = seededRandom(options.seed)
  const all: RefilledDiskResult[] = []
  for (let round = 1; round <= options.rounds; round += roundsTogether) {
    const last = Math.min(options.rounds, round + roundsTogether - 1)
    const found = await onOneDisk({ ...options, random, first: round, last })
    all.push(found)
    // An installation that differs is left in place for investigation.
    if (!found.passed) break
  }
  return sumOf(all)
}

interface Together {
  random: Random
  first: number
  last: number
  onRound?: (round: number) => void
}

async function onOneDisk({ random, first, last, onRound }: Together): Promise<RefilledDiskResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-refilled-'))
  const disk = Disk.make(folder, diskMebibytes)
  const filler = new Filler(disk)
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(disk.mount, 'data'))
  const seen: Pick<RefilledDiskResult, 'filledAt' | 'kills' | 'recoveredMs'> = {
    filledAt: {},
    kills: 0,
    recoveredMs: [],
  }
  let victim = await Victim.start(installation)
  let stores = await reachStores(readConfig(installation.environment))
  const parts: LoadFigures[] = []
  let keepsDisk = false
  try {
    for (let round = first; round <= last; round++) {
      const step = steps[round % steps.length] as Step
      const load = { installation, oracle, random, round, workers: 4, pauseMs: 20 }
      const isKilled = random.chance(0.25)
      const figures = await whileUnderLoad(load, async () => {
        await refill({ asker: { installation, oracle }, stores, disk, filler, random, seen }, step)
        if (!isKilled) return
        await filler.fillUpTo(0)
        await delay(random.between(0, 1_000))
        await victim.kill()
      })
      parts.push(figures)
      disk.makeRoom()
      if (isKilled) {
        seen.kills++
        await stores.close()
        victim = await Victim.start(installation)
        stores = await reachStores(readConfig(installation.environment))
      }
      seen.recoveredMs.push(await untilTaken({ installation, oracle }))
      onRound?.(round)
    }
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    keepsDisk = !isFaithful(verdict)
    return {
      ...sumOfFigures(parts),
      ...verdict,
      ...seen,
      rounds: last - first + 1,
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
      exitCodes: [exitCode],
      passed: isFaithful(verdict) && exitCode === 0,
      folder,
    }
  } finally {
    await filler.end()
    await stores.close()
    await victim.kill()
    await oracle.close()
    await disk.unplug()
    if (!keepsDisk) await rm(join(folder, 'disk.img'))
  }
}

interface Refilling {
  asker: Asker
  stores: Pick<ReachedStores, 'engine'>
  disk: Disk
  filler: Filler
  random: Random
  seen: Pick<RefilledDiskResult, 'filledAt'>
}

/** Twice: waits for the step, fills the disk, varies the free space, empties it. */
async function refill(of: Refilling, step: Step): Promise<void> {
  const { asker, disk, filler, random, seen } = of
  const pick = () => leftBytes[random.between(0, leftBytes.length - 1)] as number
  for (let time = 0; time < 2; time++) {
    await delay(random.between(50, 400))
    const begun = begin(step, of)
    if (await untilStep(step, asker.installation.dataDir, patienceMs)) {
      seen.filledAt[step] = (seen.filledAt[step] ?? 0) + 1
    }
    await filler.fillUpTo(pick(), random.between(0, 8))
    await delay(random.between(50, 900))
    if (random.chance(0.5)) {
      disk.makeRoom()
      await delay(random.between(0, 60))
      await filler.fillUpTo(pick())
      await delay(random.between(50, 600))
    }
    disk.makeRoom()
    await begun
  }
}

/** Triggers steps that are rare by themselves; on a full disk it may fail. */
async function begin(step: Step, { asker, stores, filler, random }: Refilling): Promise<void> {
  const { installation } = asker
  if (step === 'a checkpoint') {
    // Blocks this process, so the disk has to be filled by another one meanwhile.
    const filled = filler.fillUpTo(0, random.between(0, 10))
    checkpoint(installation.dataDir)
    return filled
  }
  const statement = statements[step]
  if (statement === undefined) return
  // A read makes the engine store acknowledged events, so that there is something to merge.
  await askOnce(asker, 'read')
  await stores.engine.command(statement).catch(() => undefined)
}

const statements: Partial<Record<Step, string>> = {
  'a merge is begun': 'optimize table events final',
  'a merge is in place': 'optimize table events final',
  'a mutation is begun': "alter table events delete where visitor_id = 'somebody else'",
}

function checkpoint(dataDir: string): void {
  const database = new DatabaseSync(controlFile(dataDir), { timeout: 1_000 })
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } catch (error) {
    if (!/full|locked|disk I\/O/.test((error as Error).message)) throw error
  } finally {
    database.close()
  }
}

async function untilTaken(asker: Asker): Promise<number> {
  const sinceMs = performance.now()
  await Promise.all([askUntil(asker, 'hit', 202), askUntil(asker, 'payment', 200)])
  // A read returns acknowledged events, so it shows that the engine accepts inserts again.
  await askUntil(asker, 'read', 200)
  return performance.now() - sinceMs
}

type Summed =
  | 'rounds'
  | 'kills'
  | 'sent'
  | 'acknowledged'
  | 'acknowledgedMinor'
  | 'ledgerMinor'
  | 'reportedMinor'
  | 'storedRows'
  | 'differingSessions'
  | 'deadLetters'

function sumOf(all: readonly RefilledDiskResult[]): RefilledDiskResult {
  const sum = (key: Summed) => all.reduce((total, one) => total + one[key], 0)
  const filledAt: RefilledDiskResult['filledAt'] = {}
  for (const step of steps) {
    const times = all.reduce((total, one) => total + (one.filledAt[step] ?? 0), 0)
    if (times > 0) filledAt[step] = times
  }
  return {
    ...sumOfFigures(all),
    filledAt,
    rounds: sum('rounds'),
    kills: sum('kills'),
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    acknowledgedMinor: sum('acknowledgedMinor'),
    ledgerMinor: sum('ledgerMinor'),
    reportedMinor: sum('reportedMinor'),
    storedRows: sum('storedRows'),
    differingSessions: sum('differingSessions'),
    deadLetters: sum('deadLetters'),
    lost: all.flatMap(({ lost }) => lost),
    doubled: all.flatMap(({ doubled }) => doubled),
    foreign: all.flatMap(({ foreign }) => foreign),
    differingVisitors: all.flatMap(({ differingVisitors }) => differingVisitors),
    recoveredMs: all.flatMap(({ recoveredMs }) => recoveredMs),
    exitCodes: all.flatMap(({ exitCodes }) => exitCodes),
    passed: all.every(({ passed }) => passed),
    folder: all.at(-1)?.folder ?? '',
  }
}
