import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Random, seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { type LoadFigures, runLoad, settlePayments } from './load.ts'
import { Oracle } from './oracle.ts'
import { type Installation, install, Victim } from './victim.ts'

export interface TortureOptions {
  rounds: number
  /** The same seed kills at the same moments; what the machine is doing at these moments differs. */
  seed: number
  workers?: number
  /** Of the server. */
  settings?: Record<string, string>
  /** Called after each round. */
  onRound?: (round: number) => void
}

export interface TortureResult extends Verdict, LoadFigures {
  serverKills: number
  engineKills: number
  sent: number
  acknowledged: number
  startsMs: number[]
  /** How the server ended when it was at last stopped politely instead of killed. */
  exitCode: number | null
  /** Whether nothing was lost, doubled or made up, and all the money is there. */
  passed: boolean
  /** Left in place when the test failed, with the client's log in `client.log`. */
  folder: string
}

/** Rounds between two direct checks of the stores. */
const compareEvery = 10
const longestRoundMs = 1_000

/** Kills server and engine without warning under load, again and again, and checks what is left. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-torture-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const installation = await install(join(folder, 'data'))
  Object.assign(installation.environment, options.settings)
  const run = new Run(installation, oracle, options)
  const result = await run.all().finally(() => oracle.close())
  if (result.passed) await rm(folder, { recursive: true, force: true })
  return { ...result, folder }
}

class Run {
  #installation: Installation
  #oracle: Oracle
  #options: TortureOptions
  #random: Random
  #victim: Victim | undefined
  #figures = { refused: 0, cutOff: 0, reads: 0, staleReads: 0, serverKills: 0, engineKills: 0 }
  #startsMs: number[] = []

  constructor(installation: Installation, oracle: Oracle, options: TortureOptions) {
    this.#installation = installation
    this.#oracle = oracle
    this.#options = options
    this.#random = seededRandom(options.seed)
  }

  async all(): Promise<Omit<TortureResult, 'folder'>> {
    try {
      for (let round = 1; round <= this.#options.rounds; round++) {
        await this.#round(round)
        this.#options.onRound?.(round)
        if (round % compareEvery !== 0 && round !== this.#options.rounds) continue
        const result = await this.#look()
        if (!result.passed || round === this.#options.rounds) return result
      }
      throw new RangeError('there must be at least one round')
    } finally {
      await this.#victim?.kill()
    }
  }

  async #round(round: number): Promise<void> {
    const victim = await this.#running()
    const ended = new AbortController()
    const load = runLoad({
      installation: this.#installation,
      oracle: this.#oracle,
      random: this.#random,
      round,
      workers: this.#options.workers ?? 8,
      signal: ended.signal,
    })
    try {
      await Promise.race([load, delay(this.#random.between(0, longestRoundMs))])
      await this.#kill(victim)
    } finally {
      ended.abort()
      const figures = await load
      for (const key of ['refused', 'cutOff', 'reads', 'staleReads'] as const) {
        this.#figures[key] += figures[key]
      }
    }
  }

  /** The server, the engine under it (the server must then continue), or first the one and then the other. */
  async #kill(victim: Victim): Promise<void> {
    const dice = this.#random.next()
    if (dice < 0.5) {
      await victim.killEngine()
      this.#figures.engineKills++
      await delay(this.#random.between(0, 600))
      if (dice < 0.25) return
    }
    await victim.kill()
    this.#victim = undefined
    this.#figures.serverKills++
  }

  async #running(): Promise<Victim> {
    if (this.#victim === undefined) {
      this.#victim = await Victim.start(this.#installation)
      this.#startsMs.push(this.#victim.startMs)
    }
    return this.#victim
  }

  /** Lets the server settle and stops it politely, then compares. */
  async #look(): Promise<Omit<TortureResult, 'folder'>> {
    const victim = await this.#running()
    await settlePayments(this.#installation, this.#oracle)
    const exitCode = await victim.stop()
    this.#victim = undefined
    const verdict = await compare(this.#installation, this.#oracle)
    return {
      ...this.#figures,
      ...verdict,
      startsMs: this.#startsMs,
      exitCode,
      sent: this.#oracle.attempts.size,
      acknowledged: this.#oracle.count((attempt) => attempt.acknowledged),
      passed: isFaithful(verdict) && this.#figures.staleReads === 0 && exitCode === 0,
    }
  }
}
