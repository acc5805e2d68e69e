import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Random, seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { untilSign } from './disk/steps.ts'
import { type InsertStep, insertSteps, insertsLeft } from './insert-steps.ts'
import { type LoadFigures, whileUnderLoad } from './load.ts'
import { Oracle } from './oracle.ts'
import { type Installation, install, Victim } from './victim.ts'

const steps = Object.keys(insertSteps) as InsertStep[]
/** The process to kill: the engine alone, so that the server continues; the server; or both at once. */
const targets = ['engine', 'server', 'both'] as const

export interface InsertKillsResult extends Verdict, LoadFigures {
  rounds: number
  /** Kills by step; the rest of the rounds never saw theirs. */
  kills: Record<InsertStep, number>
  missed: number
  /** Kills after which one of the tables remembered an insert that the other did not. */
  apart: number
  sent: number
  acknowledged: number
  /** The first round after which the stores and the client's log differed. */
  failedRound: number | undefined
  passed: boolean
  /** Left in place when the test failed, with the client's log in `client.log`. */
  folder: string
}

/**
 * Kills server or engine, or both, at each step between the journal, table `events` and table `sessions`, and
 * compares both tables with the client's log after each restart.
 */
export async function tortureInserts(options: {
  rounds: number
  seed: number
  onRound?: (round: number) => void
}): Promise<InsertKillsResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-inserts-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  // The tables' folders can be watched once the engine made them.
  await (await Victim.start(installation)).stop()
  const random = seededRandom(options.seed)
  const kills = Object.fromEntries(steps.map((step) => [step, 0])) as Record<InsertStep, number>
  const figures: LoadFigures = { refused: 0, cutOff: 0, reads: 0, staleReads: 0 }
  const counts = { missed: 0, apart: 0 }
  let verdict: Verdict | undefined
  let failedRound: number | undefined
  for (let round = 1; round <= options.rounds && failedRound === undefined; round++) {
    const step = steps[round % steps.length] ?? 'a line is in the journal'
    const target = targets[Math.floor(round / steps.length) % targets.length] ?? 'both'
    const killed = await killAt({ installation, oracle, random, round }, { step, target })
    for (const key of ['refused', 'cutOff', 'reads', 'staleReads'] as const) {
      figures[key] += killed.figures[key]
    }
    if (killed.isAtStep) kills[step]++
    else counts.missed++
    if (killed.isApart) counts.apart++
    verdict = await compare(installation, oracle)
    if (!isFaithful(verdict) || figures.staleReads > 0) failedRound = round
    options.onRound?.(round)
  }
  await oracle.close()
  if (verdict === undefined) throw new RangeError('there must be at least one round')
  const passed = failedRound === undefined
  if (passed) await rm(folder, { recursive: true, force: true })
  return {
    ...verdict,
    ...figures,
    ...counts,
    rounds: options.rounds,
    kills,
    sent: oracle.attempts.size,
    acknowledged: oracle.count(({ acknowledged }) => acknowledged),
    failedRound,
    passed,
    folder,
  }
}

interface Round {
  installation: Installation
  oracle: Oracle
  random: Random
  round: number
}

/** Steps that take longer to occur are not waited for. */
const patienceMs = 5_000

/**
 * Puts a server under load and kills at the step, after a random delay so that the kills are spread over its
 * inserts.
 */
async function killAt(
  { installation, oracle, random, round }: Round,
  { step, target }: { step: InsertStep; target: (typeof targets)[number] },
) {
  const victim = await Victim.start(installation)
  const [enginePid] = await victim.engines()
  let isAtStep = false
  let isApart = false
  const load = { installation, oracle, random, round, workers: 8, withoutPayments: true }
  const figures = await whileUnderLoad(
    { ...load, returningFrom: Math.min(5, round - 1) },
    async () => {
      await delay(random.between(50, 600))
      const kill = () => {
        if (target !== 'server' && enginePid !== undefined) process.kill(enginePid, 'SIGKILL')
        if (target !== 'engine') process.kill(victim.pid, 'SIGKILL')
      }
      isAtStep = await untilSign(insertSteps[step], installation.dataDir, patienceMs, kill)
      if (!isAtStep) kill()
      const left = insertsLeft(installation.dataDir)
      isApart = left.events !== left.sessions
      // The server continues without its engine, and ships again what was cut off.
      if (target === 'engine') await delay(random.between(0, 1_500))
    },
  )
  // After half of the kills of the engine alone, the server is killed too while the engine restarts.
  if (target === 'engine' && random.chance(0.5)) await victim.stop()
  else await victim.kill()
  return { figures, isAtStep, isApart }
}
