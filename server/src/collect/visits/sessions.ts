import { setTimeout } from 'node:timers/promises'
import { dayMs, hourMs } from '../../time/durations.ts'
import type { LateHit } from '../late-hit-rows.ts'
import { isOutOfOrder } from './out-of-order.ts'
import { bestMatch, type HitMoment, type PlacedHit, placeInSession } from './place-in-session.ts'
import type { FoundVisitor, SessionLookUp } from './session-look-up.ts'
import {
  belongsTo,
  idleMs,
  isSameSession,
  type KnownSession,
  returnMs,
  SessionMemory,
  visitorKey,
} from './session-memory.ts'
import { UnderWay } from './under-way.ts'

/** A hit and its visitor. */
export interface VisitorHit extends HitMoment {
  siteId: string
  visitorId: string
}

export interface SessionsOptions {
  lookUp: SessionLookUp
  /**
   * Whether the engine has started. Until then hits are placed by what is known, and recorded to be placed again.
   */
  canLookUp: () => boolean
  /** Whether all hits come through this process; otherwise unknown sessions are looked up. */
  isOnlyNode: boolean
  /** Durably records that the visits around these hits are to be rebuilt. */
  noteLate(hits: readonly LateHit[]): Promise<void>
  /** Called with hits that begin a visit which had to be guessed. */
  onBegun?: (hit: VisitorHit) => void
  mostVisitors?: number
}

/**
 * For this long after midnight UTC, visits with a client id are looked up, too: one that began the day before keeps
 * that day (`KnownSession.day`), and would be two in the reports otherwise.
 */
const afterMidnightMs = 6 * hourMs

/** Older hits of a batch may have been preceded by later ones, also if the client sends a session id. */
const lateMs = 60_000

/** The longest that a hit waits for visits from before a restart; then it does without. */
const warmUpPatienceMs = 3_000

/** How many visits, and how many identifies, are read at a time after a start. */
const mostWarm = 10_000
/** Visitors who were active this long before a start may continue their visit: theirs are read first. */
const warmMs = 2 * idleMs
/** How long ago the visit may have ended from which a visitor comes back from a checkout. */
const dayAgoMs = returnMs + idleMs

/** Determines the visit of every hit: from memory, and from the engine where memory is incomplete. */
export class Sessions {
  readonly memory: SessionMemory
  /** Hits between being placed and being stored. */
  readonly underWay = new UnderWay()
  readonly #lookUp: SessionLookUp
  readonly #canLookUp: SessionsOptions['canLookUp']
  readonly #isOnlyNode: boolean
  readonly #noteLate: SessionsOptions['noteLate']
  readonly #onBegun: SessionsOptions['onBegun']
  #warming: Promise<void> | undefined

  constructor(options: SessionsOptions) {
    this.memory = new SessionMemory(options.mostVisitors ?? 100_000)
    this.#lookUp = options.lookUp
    this.#canLookUp = options.canLookUp
    this.#isOnlyNode = options.isOnlyNode
    this.#noteLate = options.noteLate
    this.#onBegun = options.onBegun
  }

  /**
   * Loads the visits of recent visitors after a restart. Until it is done, hits that need to know are looked up one by
   * one. Rejects when the engine cannot be asked.
   */
  warmUp(nowMs: number): Promise<void> {
    this.#warming ??= this.#loadRecent(nowMs).finally(() => {
      this.#warming = undefined
    })
    return this.#warming
  }

  /** Loads the visits of the last day, to which a return from a checkout or a client id used again may belong. */
  completeDay(nowMs: number): Promise<void> {
    return this.#remember(nowMs - dayAgoMs)
  }

  /** Places a hit that happened just now. Synchronous whenever memory suffices. */
  place(hit: VisitorHit): PlacedHit | Promise<PlacedHit> {
    const known = this.memory.all(hit.siteId, hit.visitorId)
    if (known.length === 0 && this.#mustAsk(hit)) return this.#askAndPlace(hit)
    return this.#placeAmong(known, hit)
  }

  /**
   * Places hits of any age and in any order by their times. The results are in the order of the hits. Where they may
   * change visits that were placed before, that is recorded durably, and `isOutOfOrder` of the result is true.
   */
  async placeAll(hits: readonly VisitorHit[], nowMs: number): Promise<PlacedHit[]> {
    const known = await this.#knownSessions(hits, nowMs)
    const order = hits.map((_, index) => index)
    order.sort((a, b) => (hits[a]?.timestampMs ?? 0) - (hits[b]?.timestampMs ?? 0))
    const placed = new Array<PlacedHit>(hits.length)
    const late: VisitorHit[] = []
    for (const index of order) {
      const hit = hits[index]
      if (hit === undefined) continue
      const { siteId, visitorId } = hit
      const found = sessionsOf(known, hit)
      const sessions = together(this.memory.all(siteId, visitorId), found)
      const identifiedMs = this.memory.identifiedMs(siteId, visitorId)
      const isLate = isOutOfOrder(hit, { sessions, identifiedMs })
      const answer = placeInSession(bestMatch(sessions, hit), hit)
      this.underWay.placed(siteId, visitorId)
      if (hit.kind === 'identify') {
        this.memory.noteIdentified(siteId, visitorId, hit.timestampMs)
      } else {
        if (!found.includes(answer.session)) found.push(answer.session)
        this.memory.keep(siteId, visitorId, answer.session)
        this.#noteBegun(hit, answer)
      }
      if (isLate) late.push(hit)
      placed[index] = isLate ? { ...answer, isOutOfOrder: true } : answer
    }
    await this.#noteLate(late)
    return placed
  }

  #mustAsk(hit: VisitorHit, isLate = false): boolean {
    if (!isLate && !this.#asksAtAll(hit)) return false
    const { siteId, visitorId, landing, timestampMs } = hit
    const sinceMs = timestampMs - (landing.isReturn ? returnMs : idleMs)
    return !this.#isOnlyNode || !this.memory.isCompleteSince(siteId, visitorId, sinceMs)
  }

  async #askAndPlace(hit: VisitorHit): Promise<PlacedHit> {
    await this.#warmedUp()
    const isAsked = this.#mustAsk(hit)
    const answer = isAsked ? await this.#find(hit) : undefined
    if (isAsked && answer === undefined) await this.#noteLate([hit])
    // Another hit of the visitor may have been placed meanwhile.
    const known = together(this.memory.all(hit.siteId, hit.visitorId), answer?.sessions ?? [])
    for (const session of known) this.memory.keep(hit.siteId, hit.visitorId, session)
    return this.#placeAmong(known, hit, this.memory.all(hit.siteId, hit.visitorId))
  }

  /** Undefined when the engine cannot be asked now: then it is asked when the recorded hit is placed again. */
  async #find(hit: VisitorHit): Promise<FoundVisitor | undefined> {
    return this.#canLookUp() ? this.#lookUp.find(hit) : undefined
  }

  /** Hits acknowledged before a restart may not be in the engine yet; warming up waits for them. */
  async #warmedUp(): Promise<void> {
    if (this.#warming === undefined || !this.#canLookUp()) return
    // The caller of warmUp reports a failure; here it only means that memory stays incomplete.
    const settled = this.#warming.catch(() => undefined)
    await Promise.race([settled, setTimeout(warmUpPatienceMs, undefined, { ref: false })])
  }

  /** `remembered` is the visitor's part of memory: reading it once is a tenth of the cost of placing a hit. */
  #placeAmong(
    known: readonly KnownSession[],
    hit: VisitorHit,
    remembered = known,
  ): PlacedHit | Promise<PlacedHit> {
    // A server may have reported events ahead of this clock, or the clock was set back.
    const isLate =
      known.some(({ lastMs }) => lastMs > hit.timestampMs) &&
      isOutOfOrder(hit, { sessions: known, identifiedMs: [] })
    const before = known.length > 1 ? bestMatch(known, hit) : known[0]
    const placed = this.#placeAfter(before, hit, remembered)
    if (!isLate) return placed
    return this.#noteLate([hit]).then(() => ({ ...placed, isOutOfOrder: true }))
  }

  #placeAfter(
    before: KnownSession | undefined,
    hit: VisitorHit,
    remembered: readonly KnownSession[],
  ): PlacedHit {
    const placed = placeInSession(before, hit)
    const { siteId, visitorId } = hit
    this.underWay.placed(siteId, visitorId)
    if (hit.kind === 'identify') this.memory.noteIdentified(siteId, visitorId, hit.timestampMs)
    // A visit that continues is already in memory, updated in place.
    if (hit.kind !== 'identify' && placed.session !== remembered.at(-1)) {
      this.memory.setLast(siteId, visitorId, placed.session, remembered)
      this.#noteBegun(hit, placed)
    }
    return placed
  }

  #noteBegun(hit: VisitorHit, { session }: PlacedHit): void {
    const isBegun = session.startMs === hit.timestampMs && session.sessionId.startsWith('~')
    if (isBegun) this.#onBegun?.(hit)
  }

  async #knownSessions(
    hits: readonly VisitorHit[],
    nowMs: number,
  ): Promise<Map<string, KnownSession[]>> {
    const known = new Map<string, KnownSession[]>()
    const isLate = (hit: VisitorHit) => hit.timestampMs < nowMs - lateMs
    if (hits.some((hit) => isLate(hit) || this.#asksAtAll(hit))) await this.#warmedUp()
    const questions = new Map<string, VisitorHit>()
    for (const hit of hits) {
      const remembered = this.memory.all(hit.siteId, hit.visitorId)
      const isInMemory = remembered.some((session) => belongsTo(session, hit.timestampMs))
      if (!isInMemory && this.#mustAsk(hit, isLate(hit)))
        questions.set(
          `${visitorKey(hit.siteId, hit.visitorId)} ${Math.floor(hit.timestampMs / returnMs)}`,
          hit,
        )
    }
    const answers = await Promise.all(
      [...questions.values()].map(async (hit) => ({ hit, found: await this.#find(hit) })),
    )
    const unknown: VisitorHit[] = []
    for (const { hit, found } of answers) {
      if (found === undefined) unknown.push(hit)
      for (const ms of found?.identifiedMs ?? []) {
        this.memory.noteIdentified(hit.siteId, hit.visitorId, ms)
      }
      const sessions = sessionsOf(known, hit)
      for (const session of found?.sessions ?? []) {
        if (!sessions.some((one) => isSameSession(one, session))) sessions.push(session)
      }
    }
    // What could not be looked up now is looked up once the engine answers again.
    await this.#noteLate(unknown)
    return known
  }

  /** Only a visit that must be guessed, is continued, or may have begun the day before is worth a look-up. */
  #asksAtAll({ sessionId, landing, timestampMs }: VisitorHit): boolean {
    return sessionId === '' || landing.isReturn || timestampMs % dayMs < afterMidnightMs
  }

  async #loadRecent(nowMs: number): Promise<void> {
    const identifies = await this.#lookUp.recentIdentifies(nowMs - dayAgoMs, mostWarm)
    for (const one of identifies.reverse()) {
      this.memory.noteIdentified(one.siteId, one.visitorId, one.timestampMs)
    }
    await this.#remember(nowMs - warmMs)
  }

  /** Loads the visits of visitors who were active since a moment. */
  async #remember(activeMs: number): Promise<void> {
    const rows = await this.#lookUp.recent(activeMs, mostWarm)
    for (const { siteId, visitorId, session } of rows.reverse()) {
      const known = this.memory.all(siteId, visitorId)
      if (!known.some((one) => isSameSession(one, session))) {
        this.memory.keep(siteId, visitorId, session)
      }
    }
    const [earliest] = rows
    const isCut = rows.length === mostWarm && earliest !== undefined
    this.memory.markCompleteSince(
      isCut ? Math.max(activeMs, earliest.session.lastMs + 1) : activeMs,
    )
  }
}

function sessionsOf(known: Map<string, KnownSession[]>, hit: VisitorHit): KnownSession[] {
  const key = visitorKey(hit.siteId, hit.visitorId)
  let sessions = known.get(key)
  if (sessions === undefined) {
    sessions = []
    known.set(key, sessions)
  }
  return sessions
}

/** The sessions of a visitor in memory and in the engine; memory takes precedence. */
function together(
  remembered: readonly KnownSession[],
  found: readonly KnownSession[],
): KnownSession[] {
  const isNew = (session: KnownSession) => !remembered.some((one) => isSameSession(one, session))
  return [...remembered, ...found.filter(isNew)]
}
