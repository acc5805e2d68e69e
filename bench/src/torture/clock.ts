import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { faketimeLibrary } from '../../../scripts/test-services.ts'
import { seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { type LoadFigures, settlePayments, whileUnderLoad } from './load.ts'
import { Oracle } from './oracle.ts'
import { install, Victim } from './victim.ts'

export interface ClockResult extends Verdict, LoadFigures {
  jumps: number
  sent: number
  acknowledged: number
  exitCode: number | null
  passed: boolean
}

/** Whether this machine has Debian's faketime. */
export function canMoveClocks(): boolean {
  return existsSync(faketimeLibrary)
}

/** Hours and seconds, both ways, as after a machine's sleep, a wrong battery clock and its correction. */
const jumps = ['+0', '+3h', '-2h', '+3h', '-30', '+26h', '+0']

/** Sets the clock of the server forward and back by hours under load; the engine's continues as it was. */
export async function tortureByClock(options: {
  stayMs: number
  seed: number
}): Promise<ClockResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-clock-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  const clock = join(folder, 'clock')
  writeFileSync(clock, '+0\n')
  const faketime = {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    // Monotonic clocks continue as usual, as in real life.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const moved = { ...installation, environment: { ...installation.environment, ...faketime } }
  const victim = await Victim.start(moved)
  try {
    const random = seededRandom(options.seed)
    const load = { installation, oracle, random, round: 1, workers: 6, pauseMs: 10 }
    const figures = await whileUnderLoad(load, async () => {
      for (const jump of jumps) {
        writeFileSync(clock, `${jump}\n`)
        await delay(options.stayMs)
      }
    })
    await settlePayments(installation, oracle)
    const exitCode = await victim.stop()
    const verdict = await compare(installation, oracle)
    // Setting the clock forward by hours ends visits.
    const found = { ...verdict, differingVisitors: [] }
    const passed = isFaithful(found) && figures.staleReads === 0 && exitCode === 0
    if (passed) await rm(folder, { recursive: true, force: true })
    return {
      ...figures,
      ...found,
      jumps: jumps.length - 1,
      sent: oracle.attempts.size,
      acknowledged: oracle.count(({ acknowledged }) => acknowledged),
      exitCode,
      passed,
    }
  } finally {
    await victim.kill()
    await oracle.close()
  }
}
