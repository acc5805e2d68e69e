import { setTimeout } from 'node:timers/promises'
import type { SessionJoin } from '../../store/control/sessions/session-join-rows.ts'
import { dayMs } from '../../store/events/utc-days.ts'
import {
  areOne,
  type HitMoment,
  isNamed,
  join,
  type PlacedHit,
  placeInSession,
} from './place-in-session.ts'
import type { SessionLookUp } from './session-look-up.ts'
import { belongsTo, idleMs, type KnownSession, returnMs, SessionMemory } from './session-memory.ts'

/** A hit and whose it is. */
export interface VisitorHit extends HitMoment {
  siteId: string
  visitorId: string
}

export interface SessionsOptions {
  lookUp: SessionLookUp
  /** Whether all hits come through this process; otherwise what is not remembered is asked for. */
  isOnlyNode: boolean
  /** Notes durably that stored sessions are one. */
  noteJoins(joins: readonly SessionJoin[]): Promise<void>
  mostVisitors?: number
}

/**
 * So long after midnight UTC a visit that the browser names is looked up, too: one that began the day before
 * keeps that day (`KnownSession.day`), and would be two in the reports otherwise.
 */
const afterMidnightMs = 6 * 3_600_000

/** A hit waits this long for the visits of before a restart, then does without. */
const warmUpPatienceMs = 3_000

/** More visits are not read at a start; who is not among the latest is looked up when needed. */
const mostWarm = 30_000

/** Which visit every hit belongs to: from memory, and from the engine where memory cannot know. */
export class Sessions {
  readonly memory: SessionMemory
  readonly #lookUp: SessionLookUp
  readonly #isOnlyNode: boolean
  readonly #noteJoins: SessionsOptions['noteJoins']
  #warming: Promise<void> | undefined

  constructor({ lookUp, isOnlyNode, noteJoins, mostVisitors = 100_000 }: SessionsOptions) {
    this.memory = new SessionMemory(mostVisitors)
    this.#lookUp = lookUp
    this.#isOnlyNode = isOnlyNode
    this.#noteJoins = noteJoins
  }

  /**
   * Remembers the visits of the last day, as after a restart. Until it is done, hits that need to
   * know are looked up one by one. Rejects when the engine cannot be asked.
   */
  warmUp(nowMs: number): Promise<void> {
    this.#warming ??= this.#remember(nowMs - returnMs - idleMs).finally(() => {
      this.#warming = undefined
    })
    return this.#warming
  }

  /** Places a hit that happened just now. Answers at once whenever memory can tell. */
  place(hit: VisitorHit): PlacedHit | Promise<PlacedHit> {
    const known = this.memory.all(hit.siteId, hit.visitorId)
    if (known.length === 0 && this.#mustAsk(hit)) return this.#askAndPlace(hit)
    return this.#placeAfter(known.length > 1 ? bestMatch(known, hit) : known[0], hit)
  }

  /**
   * Places hits that may be old and in any order: by their times, whatever came first. The answers are in the
   * order of the hits. Sessions that they show to be one are noted durably; `joined` says whether there are any.
   */
  async placeAll(hits: readonly VisitorHit[]): Promise<{ placed: PlacedHit[]; joined: boolean }> {
    const known = await this.#knownSessions(hits)
    const order = hits.map((_, index) => index)
    order.sort((a, b) => (hits[a]?.timestampMs ?? 0) - (hits[b]?.timestampMs ?? 0))
    const placed = new Array<PlacedHit>(hits.length)
    const joins: SessionJoin[] = []
    for (const index of order) {
      const hit = hits[index]
      if (hit === undefined) continue
      const sessions = sessionsOf(known, hit)
      const remembered = this.memory.all(hit.siteId, hit.visitorId)
      const answer = placeInSession(bestMatch(together(remembered, sessions), hit), hit)
      if (hit.kind !== 'identify') {
        if (!sessions.includes(answer.session)) sessions.push(answer.session)
        this.memory.keep(hit.siteId, hit.visitorId, answer.session)
        joins.push(...this.#joinAround(hit, answer.session, sessions))
      }
      placed[index] = answer
    }
    await this.#noteJoins(joins)
    return { placed, joined: joins.length > 0 }
  }

  /** Joins the sessions that a hit has brought next to its own. Answers what was stored as two. */
  #joinAround(hit: VisitorHit, session: KnownSession, found: KnownSession[]): SessionJoin[] {
    const { siteId, visitorId } = hit
    const joins: SessionJoin[] = []
    let current = session
    for (const other of together(this.memory.all(siteId, visitorId), found)) {
      if (other.sessionId === current.sessionId || !areOne(current, other)) continue
      const [earlier, later] = other.startMs < current.startMs ? [other, current] : [current, other]
      const fromSession = later.sessionId
      join(earlier, later)
      const toSession = earlier.sessionId
      joins.push({ siteId, visitorId, fromSession, toSession, toDay: earlier.day })
      this.memory.remove(siteId, visitorId, later)
      const place = found.indexOf(later)
      if (place >= 0) found.splice(place, 1)
      this.memory.keep(siteId, visitorId, earlier)
      current = earlier
    }
    return joins
  }

  #mustAsk(hit: VisitorHit): boolean {
    if (!this.#asksAtAll(hit)) return false
    const { landing, timestampMs } = hit
    const reach = landing.isReturn ? returnMs : idleMs
    return !this.#isOnlyNode || !this.memory.isCompleteSince(timestampMs - reach)
  }

  async #askAndPlace(hit: VisitorHit): Promise<PlacedHit> {
    await this.#warmedUp()
    const found = this.#mustAsk(hit) ? await this.#lookUp.find(hit) : []
    // Another hit of the visitor may have been placed meanwhile.
    const known = together(this.memory.all(hit.siteId, hit.visitorId), found)
    for (const session of known) this.memory.keep(hit.siteId, hit.visitorId, session)
    return this.#placeAfter(bestMatch(known, hit), hit)
  }

  /** What was acknowledged before a restart may not be in the engine yet; warming up waits for that. */
  async #warmedUp(): Promise<void> {
    if (this.#warming === undefined) return
    // A failure is the caller of warmUp's to report; here it only means that memory stays incomplete.
    const settled = this.#warming.catch(() => undefined)
    await Promise.race([settled, setTimeout(warmUpPatienceMs, undefined, { ref: false })])
  }

  #placeAfter(before: KnownSession | undefined, hit: VisitorHit): PlacedHit {
    const placed = placeInSession(before, hit)
    const { siteId, visitorId } = hit
    // A visit that goes on is in memory already, brought up to date in place.
    if (hit.kind !== 'identify' && placed.session !== this.memory.find(siteId, visitorId)) {
      this.memory.replace(siteId, visitorId, placed.session)
    }
    return placed
  }

  async #knownSessions(hits: readonly VisitorHit[]): Promise<Map<string, KnownSession[]>> {
    const known = new Map<string, KnownSession[]>()
    if (hits.some((hit) => this.#asksAtAll(hit))) await this.#warmedUp()
    const questions = new Map<string, VisitorHit>()
    for (const hit of hits) {
      const remembered = this.memory.all(hit.siteId, hit.visitorId)
      const last = remembered.at(-1)
      const isBeforeMemory =
        last !== undefined &&
        hit.timestampMs < last.startMs - idleMs &&
        !remembered.some((session) => belongsTo(session, hit.timestampMs))
      if ((last === undefined || isBeforeMemory) && this.#mustAsk(hit))
        questions.set(`${visitorKey(hit)} ${Math.floor(hit.timestampMs / returnMs)}`, hit)
    }
    const answers = await Promise.all(
      [...questions.values()].map(async (hit) => ({ hit, found: await this.#lookUp.find(hit) })),
    )
    for (const { hit, found } of answers) {
      const sessions = sessionsOf(known, hit)
      for (const session of found) {
        if (!sessions.some(({ sessionId }) => sessionId === session.sessionId)) {
          sessions.push(session)
        }
      }
    }
    return known
  }

  /** Only a visit that must be guessed, gone on with, or may have begun the day before is worth asking for. */
  #asksAtAll({ sessionId, landing, timestampMs }: VisitorHit): boolean {
    return sessionId === '' || landing.isReturn || timestampMs % dayMs < afterMidnightMs
  }

  async #remember(sinceMs: number): Promise<void> {
    const rows = await this.#lookUp.recent(sinceMs, mostWarm)
    for (const { siteId, visitorId, session } of rows.reverse()) {
      this.memory.keep(siteId, visitorId, session)
    }
    const [earliest] = rows
    const isCut = rows.length === mostWarm && earliest !== undefined
    this.memory.markCompleteSince(isCut ? earliest.session.lastMs + 1 : sinceMs)
  }
}

function visitorKey({ siteId, visitorId }: VisitorHit): string {
  return `${siteId} ${visitorId}`
}

function sessionsOf(known: Map<string, KnownSession[]>, hit: VisitorHit): KnownSession[] {
  const key = visitorKey(hit)
  let sessions = known.get(key)
  if (sessions === undefined) {
    sessions = []
    known.set(key, sessions)
  }
  return sessions
}

/** What memory and the engine know of a visitor's sessions; memory is ahead. */
function together(
  remembered: readonly KnownSession[],
  found: readonly KnownSession[],
): KnownSession[] {
  const ids = new Set(remembered.map(({ sessionId }) => sessionId))
  return [...remembered, ...found.filter(({ sessionId }) => !ids.has(sessionId))]
}

/** The session that a hit goes on with or comes after: same id first, then nearest before it. */
function bestMatch(sessions: readonly KnownSession[], hit: HitMoment): KnownSession | undefined {
  const same =
    hit.sessionId === '' ? [] : sessions.filter((session) => isNamed(session, hit.sessionId))
  const candidates = same.length > 0 ? same : sessions
  const distance = ({ startMs, lastMs }: KnownSession) =>
    Math.max(startMs - hit.timestampMs, hit.timestampMs - lastMs, 0)
  let best: KnownSession | undefined
  for (const session of candidates) {
    if (hit.landing.isReturn && session.startMs > hit.timestampMs) continue
    if (best === undefined || distance(session) < distance(best)) best = session
  }
  return best
}
