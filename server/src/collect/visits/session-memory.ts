import { LRUCache } from 'lru-cache'
import type { Acquisition } from '../../store/events/event.ts'

/** A visit ends after so much silence, whatever the clock on the wall says. */
export const idleMs = 30 * 60_000
/** No visit is longer, however busy. */
export const longestSessionMs = 24 * 3_600_000
/** A checkout or login that takes longer than this is a new story. */
export const returnMs = 24 * 3_600_000

/** One visit of one visitor, as far as it is known. */
export interface KnownSession {
  /** The id that the visitor's browser uses for it now; `''` when it was inferred. */
  givenId: string
  sessionId: string
  startMs: number
  lastMs: number
  /** The UTC day on which it began as its first hit told it, in days since 1970; stays as decided. */
  readonly day: number
  /** Its latest touch, which a return from a checkout inherits. */
  acquisition: Readonly<Acquisition>
}

/** Whether a hit at this time is part of a session, before, within or after what is known of it. */
export function belongsTo(session: KnownSession, timestampMs: number): boolean {
  const { startMs, lastMs } = session
  return (
    timestampMs >= startMs - idleMs &&
    timestampMs <= lastMs + idleMs &&
    Math.max(lastMs, timestampMs) - Math.min(startMs, timestampMs) <= longestSessionMs
  )
}

/**
 * The last session of each (site, visitor), bounded: the visitors heard of longest ago are forgotten
 * first. One look into a map per hit.
 */
export class SessionMemory {
  readonly #sessions: LRUCache<string, KnownSession>
  #completeSinceMs = Number.POSITIVE_INFINITY
  #forgottenMs = Number.NEGATIVE_INFINITY

  constructor(mostVisitors = 100_000) {
    this.#sessions = new LRUCache({
      max: mostVisitors,
      dispose: (session, _key, reason) => {
        if (reason === 'evict') this.#forgottenMs = Math.max(this.#forgottenMs, session.lastMs)
      },
    })
  }

  find(siteId: string, visitorId: string): KnownSession | undefined {
    return this.#sessions.get(memoryKey(siteId, visitorId))
  }

  /** Remembers the session a visitor is in now, even where a clock that was set back says otherwise. */
  replace(siteId: string, visitorId: string, session: KnownSession): void {
    this.#sessions.set(memoryKey(siteId, visitorId), session)
  }

  /** Remembers a session as its visitor's last, unless a later one is known. */
  keep(siteId: string, visitorId: string, session: KnownSession): void {
    const key = memoryKey(siteId, visitorId)
    const known = this.#sessions.get(key)
    if (known === session || (known !== undefined && known.lastMs > session.lastMs)) return
    this.#sessions.set(key, session)
  }

  /** Forgets a visitor who was erased, who is then as unknown as anybody. */
  forget(siteId: string, visitorId: string): void {
    this.#sessions.delete(memoryKey(siteId, visitorId))
  }

  /** Whether a visitor who is not found had no session that reached into the time since `sinceMs`. */
  isCompleteSince(sinceMs: number): boolean {
    return sinceMs >= this.#completeSinceMs && sinceMs > this.#forgottenMs
  }

  /** Says that every session that reached into the time since `sinceMs` has been put in. */
  markCompleteSince(sinceMs: number): void {
    this.#completeSinceMs = Math.min(this.#completeSinceMs, sinceMs)
  }

  get size(): number {
    return this.#sessions.size
  }
}

function memoryKey(siteId: string, visitorId: string): string {
  return `${siteId} ${visitorId}`
}
