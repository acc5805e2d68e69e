import type { LateHit } from '../late-hit-rows.ts'
import type { SessionLookUp } from './session-look-up.ts'
import { belongsTo, isSameSession, type SessionMemory } from './session-memory.ts'
import type { VisitorHit } from './sessions.ts'

export interface SecondLookOptions {
  lookUp: Pick<SessionLookUp, 'find'>
  memory: Pick<SessionMemory, 'all'>
  /** When the engine has the hits that other nodes accepted at the time of one. */
  afterMs: number
  /** Has the visits around some hits rebuilt. */
  placeAnew(hits: readonly LateHit[]): Promise<void>
  onFailure(error: unknown): void
}

/** The most that one statement to the engine can answer. */
const mostAtOnce = 500
/** About as many as an import through the API makes in some seconds; the rest is not looked at again. */
const mostWaiting = 100_000

/**
 * Checks the visits that this node began again, once the hits that other nodes accepted at the same time are in the
 * engine.
 */
export class SecondLook {
  readonly #options: SecondLookOptions
  /** In the order in which they are due. */
  readonly #waiting: { hit: LateHit; dueMs: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: SecondLookOptions) {
    this.#options = options
  }

  /** Records that no visit was known which this hit could have continued. */
  begun({ siteId, visitorId, timestampMs }: VisitorHit): void {
    if (this.#waiting.length >= mostWaiting) return
    const dueMs = performance.now() + this.#options.afterMs
    this.#waiting.push({ hit: { siteId, visitorId, timestampMs }, dueMs })
    this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#timer !== undefined || this.#isStopped) return
    const delayMs = Math.max(0, first.dueMs - performance.now())
    this.#timer = setTimeout(() => void this.#run(), delayMs).unref()
  }

  /** One portion after the other, so that a flood of visits does not become a flood of statements. */
  async #run(): Promise<void> {
    const nowMs = performance.now()
    const firstLater = this.#waiting.findIndex(({ dueMs }) => dueMs > nowMs)
    const due = firstLater === -1 ? this.#waiting.length : firstLater
    const hits = this.#waiting.splice(0, Math.min(due, mostAtOnce)).map(({ hit }) => hit)
    try {
      const areSplit = await Promise.all(hits.map((hit) => this.#isSplit(hit)))
      const split = hits.filter((_, index) => areSplit[index])
      if (split.length > 0) await this.#options.placeAnew(split)
    } catch (error) {
      // A server that stops closes what this asks.
      if (!this.#isStopped) this.#options.onFailure(error)
    }
    this.#timer = undefined
    this.#schedule()
  }

  /** Whether a hit could be in two visits, or the engine could not be asked. */
  async #isSplit(hit: LateHit): Promise<boolean> {
    const found = await this.#options.lookUp.find(hit)
    if (found === undefined) return true
    const remembered = this.#options.memory.all(hit.siteId, hit.visitorId)
    // Combines both sources: another node may have stored a visit nearer than the one in this node's memory.
    const near = [...remembered, ...found.sessions].filter((session) =>
      belongsTo(session, hit.timestampMs),
    )
    return near.some((session) => !isSameSession(session, near[0] ?? session))
  }
}
