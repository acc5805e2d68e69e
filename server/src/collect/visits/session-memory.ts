import type { LRUCache } from 'lru-cache'
import { boundedCache } from '../../bounded-cache.ts'
import type { Acquisition } from '../../store/events/event.ts'
import { dayMs } from '../../time/durations.ts'
import { ForgottenVisitors } from './forgotten-visitors.ts'

/** A visit ends after this much silence, whatever the wall clock says. */
export const idleMs = 30 * 60_000
/** No visit is longer, however busy. */
export const longestSessionMs = dayMs
/** After a longer checkout or login, a new visit begins. */
export const returnMs = dayMs

/** One visit of one visitor, as far as it is known. */
export interface KnownSession {
  /** The present session id of the visitor's browser; `''` when it was inferred. */
  givenId: string
  sessionId: string
  startMs: number
  lastMs: number
  /** The UTC day of its first reported hit, in days since 1970; never changes. */
  day: number
  /** Its latest touch and the time of it; a return from a checkout inherits it. */
  acquisition: Readonly<Acquisition>
  sourceMs: number
  /** Whether its first hit came back from a checkout: its source depends on the sessions before. */
  opensWithReturn: boolean
}

/** Whether a hit at this time belongs to a session, before, within or after its known hits. */
export function belongsTo(session: KnownSession, timestampMs: number): boolean {
  const { startMs, lastMs } = session
  return (
    timestampMs >= startMs - idleMs &&
    timestampMs <= lastMs + idleMs &&
    Math.max(lastMs, timestampMs) - Math.min(startMs, timestampMs) <= longestSessionMs
  )
}

/** Whether two descriptions are of the same session. A client's id may name visits of several days. */
export function isSameSession(a: KnownSession, b: KnownSession): boolean {
  return a.sessionId === b.sessionId && a.day === b.day
}

/** The most sessions of one visitor in memory; further ones are looked up when late hits come. */
const mostOfVisitor = 8
const none: readonly KnownSession[] = []
const noMoments: readonly number[] = []

/**
 * The latest sessions of each (site, visitor), bounded: the least recently seen visitors are evicted first. One
 * look-up in a map per hit.
 */
export class SessionMemory {
  readonly #sessions: LRUCache<string, KnownSession[]>
  readonly #identified = boundedCache<string, readonly number[]>(10_000)
  readonly #forgotten = new ForgottenVisitors()
  #completeSinceMs = Number.POSITIVE_INFINITY

  constructor(mostVisitors = 100_000) {
    this.#sessions = boundedCache(mostVisitors, {
      dispose: (sessions, key, reason) => {
        if (reason === 'evict') this.#noteForgotten(key, sessions)
      },
    })
  }

  /** The session that a visitor is in, or was in last. */
  find(siteId: string, visitorId: string): KnownSession | undefined {
    return this.all(siteId, visitorId).at(-1)
  }

  /** All known sessions of a visitor, with `find`'s at the end. */
  all(siteId: string, visitorId: string): readonly KnownSession[] {
    return this.#sessions.get(visitorKey(siteId, visitorId)) ?? none
  }

  /** Makes a session the visitor's current one, last in order, even if a clock that was set back says otherwise. */
  setLast(
    siteId: string,
    visitorId: string,
    session: KnownSession,
    all: readonly KnownSession[],
  ): void {
    this.#set(siteId, visitorId, [...all.filter((known) => known !== session), session])
  }

  /** Remembers a session, as its visitor's last unless a later one is known. */
  keep(siteId: string, visitorId: string, session: KnownSession): void {
    const known = this.all(siteId, visitorId)
    if (known.includes(session)) return
    const last = known.at(-1)
    this.#set(
      siteId,
      visitorId,
      last === undefined || last.lastMs <= session.lastMs
        ? [...known, session]
        : [...known.slice(0, -1), session, last],
    )
  }

  #set(siteId: string, visitorId: string, sessions: KnownSession[]): void {
    const key = visitorKey(siteId, visitorId)
    if (sessions.length > mostOfVisitor) {
      this.#noteForgotten(key, sessions.splice(0, sessions.length - mostOfVisitor))
    }
    this.#sessions.set(key, sessions)
  }

  #noteForgotten(key: string, sessions: readonly KnownSession[]): void {
    if (sessions.length === 0) return
    this.#forgotten.add(key, Math.max(...sessions.map(({ lastMs }) => lastMs)))
  }

  /** Replaces the known sessions of a visitor that ended since a moment. */
  replaceSince(
    siteId: string,
    visitorId: string,
    { sinceMs, sessions }: { sinceMs: number; sessions: readonly KnownSession[] },
  ): void {
    const before = this.all(siteId, visitorId).filter(({ lastMs }) => lastMs < sinceMs)
    const all = [...before, ...sessions].sort((a, b) => a.lastMs - b.lastMs)
    this.#set(siteId, visitorId, all)
  }

  /** When a visitor was identified recently. */
  identifiedMs(siteId: string, visitorId: string): readonly number[] {
    return this.#identified.get(visitorKey(siteId, visitorId)) ?? noMoments
  }

  noteIdentified(siteId: string, visitorId: string, timestampMs: number): void {
    const known = this.identifiedMs(siteId, visitorId)
    if (known.includes(timestampMs)) return
    const moments = [...known, timestampMs].slice(-mostOfVisitor)
    this.#identified.set(visitorKey(siteId, visitorId), moments)
  }

  /** Forgets an erased visitor, who is then unknown. */
  forget(siteId: string, visitorId: string): void {
    this.#sessions.delete(visitorKey(siteId, visitorId))
    this.#identified.delete(visitorKey(siteId, visitorId))
  }

  /** Whether every session of a visitor that reached into the time since `sinceMs` is in memory. */
  isCompleteSince(siteId: string, visitorId: string, sinceMs: number): boolean {
    if (sinceMs < this.#completeSinceMs) return false
    return !this.#forgotten.mayHold(visitorKey(siteId, visitorId), sinceMs)
  }

  /** Records that every session that reached into the time since `sinceMs` has been loaded. */
  markCompleteSince(sinceMs: number): void {
    this.#completeSinceMs = Math.min(this.#completeSinceMs, sinceMs)
  }

  get size(): number {
    return this.#sessions.size
  }
}

/** The key of a visitor of a site. */
export function visitorKey(siteId: string, visitorId: string): string {
  return `${siteId} ${visitorId}`
}
