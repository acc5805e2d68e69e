import { connectEngine } from '@tributary/server/store/events/engine.ts'
import type { OpenLoopResult } from '../load/open-loop-process.ts'
import { runOpenLoop } from '../load/run-open-loop.ts'
import { sampleHeaders, sampleHit } from '../measures/server-process.ts'
import { addSite, type Installation } from './victim.ts'

/** The result of a flood: everything acknowledged must be stored, once. */
export interface FloodVerdict {
  acknowledged: number
  notTaken: number
  stored: number
}

const domain = 'flood.example'

/** Many hits of a separate site in addition to those in the client's log; these are only counted. */
export class Flood {
  #installation: Installation
  #siteId: string
  #result: OpenLoopResult | undefined

  private constructor(installation: Installation, siteId: string) {
    this.#installation = installation
    this.#siteId = siteId
  }

  /** Makes the site; to be called before the server is started. */
  static async prepare(installation: Installation): Promise<Flood> {
    return new Flood(installation, await addSite(installation, domain))
  }

  /** Sends at a fixed rate, whatever the results; each connection waits for its answer. */
  async run(perSecond: number, ms: number, mostConnections = 500): Promise<void> {
    this.#result = await runOpenLoop({
      port: Number(new URL(this.#installation.url).port),
      path: '/api/collect',
      headers: { ...sampleHeaders, Origin: `https://${domain}` },
      body: sampleHit(this.#siteId, domain),
      perSecond,
      seconds: ms / 1000,
      mostConnections,
    })
  }

  get sent(): number {
    return this.#result?.due ?? 0
  }

  /** The number of hits refused with 503, and how quickly. */
  get refused(): { count: number; p99Ms: number } | undefined {
    return this.#result?.answers['503']
  }

  /** How long the acknowledged ones waited. */
  get answered(): { p50Ms: number; p99Ms: number } | undefined {
    return this.#result?.answers['202']
  }

  async verdict(engineUrl: string): Promise<FloodVerdict> {
    const acknowledged = this.#result?.answers['202']?.count ?? 0
    const notTaken = (this.#result?.due ?? 0) - acknowledged
    const engine = connectEngine(engineUrl)
    try {
      const sql = 'select count() as n from events where site_id = {siteId:String}'
      const [row] = await engine.query<{ n: string }>(sql, { siteId: this.#siteId })
      return { acknowledged, notTaken, stored: Number(row?.n) }
    } finally {
      await engine.close()
    }
  }
}
