import { shippedEverywhereMs } from '../../store/events/shipped-everywhere.ts'
import type { LateHit } from '../late-hit-rows.ts'
import type { SessionLookUp } from './session-look-up.ts'
import { belongsTo, type SessionMemory } from './session-memory.ts'
import type { VisitorHit } from './sessions.ts'

export interface SecondLookOptions {
  lookUp: Pick<SessionLookUp, 'find'>
  memory: Pick<SessionMemory, 'all'>
  /** Has the visits around a hit placed anew. */
  placeAnew(hit: LateHit): Promise<void>
  onFailure(error: unknown): void
}

/** Looks again at visits that this node began, when what other nodes accepted at the same time is in the engine. */
export class SecondLook {
  readonly #options: SecondLookOptions
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: SecondLookOptions) {
    this.#options = options
  }

  /** Says that no visit was known which this hit could have continued. */
  begun({ siteId, visitorId, timestampMs }: VisitorHit): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#look({ siteId, visitorId, timestampMs }).catch(this.#options.onFailure)
    }, shippedEverywhereMs).unref()
    this.#timers.add(timer)
  }

  async #look(hit: LateHit): Promise<void> {
    const found = await this.#options.lookUp.find(hit)
    const remembered = this.#options.memory.all(hit.siteId, hit.visitorId)
    // By what either knows: another node may have brought a visit nearer than this one remembers it.
    const near = [...remembered, ...(found?.sessions ?? [])].filter((session) =>
      belongsTo(session, hit.timestampMs),
    )
    const visits = new Set(near.map(({ sessionId, day }) => `${sessionId} ${day}`))
    if (found === undefined || visits.size > 1) await this.#options.placeAnew(hit)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
