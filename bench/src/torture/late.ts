import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '@tributary/server/config.ts'
import { serve } from '@tributary/server/serve.ts'
import { controlFile, openControlStore } from '@tributary/server/store/control/control-store.ts'
import { hourMs } from '@tributary/server/time/durations.ts'
import { pino } from 'pino'
import { type Random, seededRandom } from '../demo/random.ts'
import { compare, isFaithful, type Verdict } from './compare.ts'
import { type LateHit, type Story, stories } from './late-stories.ts'
import { type Attempt, Oracle } from './oracle.ts'
import { type Installation, install, Victim } from './victim.ts'

export interface LateResult extends Verdict {
  serverKills: number
  engineKills: number
  /** Kills of the server that left visits to be rebuilt, and those during which hits were being moved. */
  leftToPlace: number
  leftMoving: number
  sent: number
  acknowledged: number
  /** Visitors whose visits are not in the order of time, with a description. */
  wrongVisits: string[]
  /** Visits still to be rebuilt at the end, though nothing was killed any more. */
  stillNoted: number
  passed: boolean
  folder: string
}

export interface LateOptions {
  rounds: number
  seed: number
  onRound?: (round: number) => void
}

const longestRoundMs = 1_500
/** On a busy machine, a round takes a while. */
const patienceMs = 900_000

/** A visitor of a round, with the hits that are still to be sent. */
interface Person {
  story: Story
  visitorId: string
}

/** Kills server and engine while late hits have visits rebuilt, and checks whether the visits are right. */
export async function tortureLateHits(options: LateOptions): Promise<LateResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-late-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  const run = new Run(await install(join(folder, 'data')), oracle, seededRandom(options.seed))
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await run.round(round)
      options.onRound?.(round)
    }
    const result = await run.result()
    if (result.passed) await rm(folder, { recursive: true, force: true })
    return { ...result, folder }
  } finally {
    await run.end()
    await oracle.close()
  }
}

class Run {
  #installation: Installation
  #oracle: Oracle
  #random: Random
  #victim: Victim | undefined
  #people: Person[] = []
  /** A request that was cut off is sent again with its idempotency key, which is free again after a minute. */
  #sending: Promise<void>[] = []
  #figures = { serverKills: 0, engineKills: 0, leftToPlace: 0, leftMoving: 0 }

  constructor(installation: Installation, oracle: Oracle, random: Random) {
    this.#installation = installation
    this.#oracle = oracle
    this.#random = random
  }

  /** The first hits are stored undisturbed; the kill happens while the late hits are stored. */
  async round(round: number): Promise<void> {
    const victim = await this.#running()
    const people = stories.map((story, n) => ({ story, visitorId: `late-${round}-${n}` }))
    this.#people.push(...people)
    const firsts = people.flatMap((person) => person.story.first.map((hit) => ({ person, hit })))
    for (const one of firsts) await this.#send(one)
    const lates = people.flatMap((person) => person.story.late.map((hit) => ({ person, hit })))
    this.#sending.push(...lates.map((one) => this.#send(one)))
    await delay(this.#random.between(0, longestRoundMs))
    await this.#kill(victim)
  }

  async #kill(victim: Victim): Promise<void> {
    const dice = this.#random.next()
    if (dice < 0.6) {
      await victim.killEngine()
      this.#figures.engineKills++
      if (dice < 0.35) return
      await delay(this.#random.between(0, 300))
    }
    await victim.kill()
    this.#victim = undefined
    this.#figures.serverKills++
    const noted = await this.#noted()
    if (noted.length > 0) this.#figures.leftToPlace++
    if (noted.some(({ is_moving }) => is_moving === 1)) this.#figures.leftMoving++
  }

  async #noted() {
    const control = await openControlStore({ file: controlFile(this.#installation.dataDir) })
    try {
      return await control.db.selectFrom('late_hits').selectAll().execute()
    } finally {
      await control.close()
    }
  }

  async #running(): Promise<Victim> {
    this.#victim ??= await Victim.start(this.#installation)
    return this.#victim
  }

  /** Each hit by a request of its own, again and again until it is acknowledged. */
  async #send({ person, hit }: { person: Person; hit: LateHit }): Promise<void> {
    // The comparison goes by the last digit, odd or even: see sessionOf().
    const id = `/${person.visitorId}/${hit.minute}/${hit.visit ?? 0}`
    const { visitorId } = person
    const attempt = this.#oracle.sent({ id, kind: 'pageview', visitorId, amountMinor: 0 })
    const deadline = performance.now() + patienceMs
    while (!(await this.#isTaken(attempt, hit))) {
      if (performance.now() > deadline) throw new Error(`${id} is not taken`)
      await delay(250)
    }
    this.#oracle.acknowledged(attempt)
  }

  async #isTaken({ id, visitorId }: Attempt, hit: LateHit): Promise<boolean> {
    const { url, key } = this.#installation
    const event = {
      ...{ type: 'pageview', visitorId, url: `https://shop.example${id}` },
      ...{ sessionId: hit.sessionId ?? null, referrer: hit.referrer ?? null },
      timestamp: new Date(begunMs + hit.minute * 60_000).toISOString(),
    }
    const reply = await fetch(`${url}/api/v1/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': id,
      },
      body: JSON.stringify({ events: [event] }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    return reply?.status === 200
  }

  async result(): Promise<Omit<LateResult, 'folder'>> {
    const victim = await this.#running()
    await Promise.all(this.#sending)
    await victim.stop()
    this.#victim = undefined
    const wrongVisits = await this.#wrongVisits()
    const stillNoted = (await this.#noted()).length
    const verdict = await compare(this.#installation, this.#oracle)
    return {
      ...this.#figures,
      ...verdict,
      sent: this.#oracle.attempts.size,
      acknowledged: this.#oracle.count((attempt) => attempt.acknowledged),
      wrongVisits,
      stillNoted,
      passed: isFaithful(verdict) && wrongVisits.length === 0 && stillNoted === 0,
    }
  }

  /** Waits for pending work, and reads the visits as reports show them. */
  async #wrongVisits(): Promise<string[]> {
    const config = readConfig({ ...this.#installation.environment, PORT: '0' })
    const server = await serve(config, pino({ level: 'fatal' }))
    try {
      await server.services.collector.placeLateHits()
      const rows = await server.services.engine.query<{ visitor: string; visits: string }>(
        `select splitByChar('/', any(path))[2] as visitor,
           arrayStringConcat(arrayMap(one -> concat(toString(one.2), ' ', one.3), arraySort(groupArray(visit))), ', ') as visits
         from (
           select visitor_hash, tupleElement(entry_page, 'path') as path,
             (started_at, pageviews, tupleElement(entry_source, 'source')) as visit
           from sessions final where site_id = {site:String} and hits > 0
         )
         group by visitor_hash`,
        { site: this.#installation.siteId },
      )
      const found = new Map(rows.map(({ visitor, visits }) => [visitor, visits]))
      return this.#people.flatMap(({ visitorId, story }) => {
        const visits = found.get(visitorId)
        return visits === story.visits ? [] : [`${visitorId}: ${visits} instead of ${story.visits}`]
      })
    } finally {
      await server.close()
    }
  }

  async end(): Promise<void> {
    await this.#victim?.kill()
  }
}

/** Long enough ago for every hit of a story to lie in the past. */
const begunMs = Math.floor((Date.now() - 6 * hourMs) / 60_000) * 60_000
