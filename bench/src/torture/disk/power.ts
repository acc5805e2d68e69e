import { mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../demo/random.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, settlePayments, whileUnderLoad } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Installation, install, Victim } from '../victim.ts'
import { Disk } from './disk.ts'

export interface PowerResult extends Verdict, LoadFigures {
  cuts: number
  sent: number
  acknowledged: number
  startsMs: number[]
  passed: boolean
  folder: string
}

const workers = 8
const longestLoadMs = 1_500
/** ext4 commits its own journal every five seconds: after that it may know files whose data is lost. */
const pausesMs = [0, 0, 3_000, 7_000]

/**
 * Cuts the power of the disk with journal, control store and engine, again and again. With the journal on a separate
 * disk, cuts the power of either disk in turn while the other one continues.
 */
export async function torturePower(options: {
  rounds: number
  seed: number
  journalApart?: boolean
  onRound?: (round: number) => void
}): Promise<PowerResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-power-'))
  const stores = Disk.make(folder, 1_024)
  const journal = options.journalApart ? aDiskForTheJournal(folder, stores) : undefined
  const oracle = new Oracle(join(folder, 'client.log'))
  const random = seededRandom(options.seed)
  const figures: LoadFigures = { refused: 0, cutOff: 0, reads: 0, staleReads: 0 }
  const startsMs: number[] = []
  const installation = await install(join(stores.mount, 'data'))
  try {
    for (let round = 1; round <= options.rounds; round++) {
      const victim = await Victim.start(installation)
      startsMs.push(victim.startMs)
      const disk = round % 4 < 2 ? stores : (journal ?? stores)
      const load = { installation, oracle, random, round, workers }
      const seen = await whileUnderLoad(load, () => delay(random.between(300, longestLoadMs)))
      await delay(pausesMs[(round - 1) % pausesMs.length])
      // The load continues into the cut, unless this is a round of waiting.
      await (round % 2 === 0
        ? cutPower(disk, victim)
        : whileUnderLoad({ ...load, round: -round }, async () => {
            await delay(200)
            await cutPower(disk, victim)
          }).then((more) => add(seen, more)))
      add(figures, seen)
      await disk.unplug()
      disk.plugIn()
      options.onRound?.(round)
    }
    const verdict = await look(installation, oracle)
    const passed = isFaithful(verdict) && figures.staleReads === 0
    return {
      ...figures,
      ...verdict,
      cuts: options.rounds,
      sent: oracle.attempts.size,
      acknowledged: oracle.count((attempt) => attempt.acknowledged),
      startsMs,
      passed,
      folder,
    }
  } finally {
    await oracle.close()
    for (const disk of [stores, journal]) await disk?.unplug()
    await rm(join(folder, 'disk.img'))
    await rm(join(folder, 'journal', 'disk.img'), { force: true })
  }
}

/** As operators do it: the folder of the journal is a link to one on another disk. */
function aDiskForTheJournal(folder: string, stores: Disk): Disk {
  const place = join(folder, 'journal')
  mkdirSync(place)
  const disk = Disk.make(place, 512)
  mkdirSync(join(disk.mount, 'journal'))
  mkdirSync(join(stores.mount, 'data'))
  symlinkSync(join(disk.mount, 'journal'), join(stores.mount, 'data', 'journal'))
  return disk
}

async function cutPower(disk: Disk, victim: Victim): Promise<void> {
  disk.cutPower()
  await delay(50)
  await victim.kill()
}

async function look(installation: Installation, oracle: Oracle): Promise<Verdict> {
  const victim = await Victim.start(installation)
  await settlePayments(installation, oracle)
  await victim.stop()
  return compare(installation, oracle)
}

function add(sum: LoadFigures, more: LoadFigures): void {
  for (const key of ['refused', 'cutOff', 'reads', 'staleReads'] as const) sum[key] += more[key]
}
