import type { Engine } from '../../store/events/engine.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { recentSessions } from '../../store/events/queries/recent-sessions.ts'
import type { SessionRow } from '../../store/events/queries/session-row.ts'
import { sessionsBetween } from '../../store/events/queries/sessions-between.ts'
import { within } from '../../within.ts'
import { direct, internal } from '../acquisition/read-landing.ts'
import { idleMs, type KnownSession, returnMs } from './session-memory.ts'

/** A visitor whose sessions around a moment are wanted. */
export interface SessionQuestion {
  siteId: string
  visitorId: string
  timestampMs: number
}

export interface SessionLookUpDeps {
  engine: Engine
  events: Pick<EventStore, 'flush'>
  /** Hears that a look-up failed; the visits in question then begin anew. */
  onFailure: (error: unknown) => void
}

interface Waiting {
  question: SessionQuestion
  answer: (sessions: KnownSession[]) => void
}

/** More than this many waiting means that the engine does not keep up: hits are kept, visits split. */
const mostWaiting = 5_000
const mostVisitors = 500
const timeoutMs = 3_000

/**
 * Asks the engine for sessions that memory does not hold. Questions that come while one is being
 * answered are put together, so however many wait, the engine sees one query at a time.
 */
export class SessionLookUp {
  readonly #deps: SessionLookUpDeps
  #waiting: Waiting[] = []
  #isAsking = false

  constructor(deps: SessionLookUpDeps) {
    this.#deps = deps
  }

  /** The visitor's sessions that end less than a day before the moment or begin soon after it. */
  find(question: SessionQuestion): Promise<KnownSession[]> {
    if (this.#waiting.length >= mostWaiting) {
      this.#deps.onFailure(new Error('too many session look-ups are waiting'))
      return Promise.resolve([])
    }
    return new Promise((answer) => {
      this.#waiting.push({ question, answer })
      if (!this.#isAsking) void this.#answerAll()
    })
  }

  /** The last session of every visitor since a moment, at most `limit`; everything acknowledged counts. */
  async recent(
    sinceMs: number,
    limit: number,
  ): Promise<(SessionRow & { session: KnownSession })[]> {
    await this.#deps.events.flush()
    const rows = await recentSessions(this.#deps.engine, { sinceMs, limit })
    return rows.map((row) => ({ ...row, session: sessionOf(row) }))
  }

  async #answerAll(): Promise<void> {
    this.#isAsking = true
    // Let the other hits of this turn join.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const siteId = this.#waiting[0]?.question.siteId
      const group = this.#waiting
        .filter(({ question }) => question.siteId === siteId)
        .slice(0, mostVisitors)
      const asked = new Set(group)
      this.#waiting = this.#waiting.filter((waiting) => !asked.has(waiting))
      const found = await this.#ask(group.map(({ question }) => question))
      for (const { question, answer } of group) answer(found.get(question.visitorId) ?? [])
    }
    this.#isAsking = false
  }

  async #ask(questions: SessionQuestion[]): Promise<Map<string, KnownSession[]>> {
    const found = new Map<string, KnownSession[]>()
    const times = questions.map(({ timestampMs }) => timestampMs)
    try {
      const asked = sessionsBetween(this.#deps.engine, {
        site: questions[0]?.siteId ?? '',
        visitors: [...new Set(questions.map(({ visitorId }) => visitorId))],
        fromMs: Math.max(0, Math.min(...times) - returnMs - idleMs),
        toMs: Math.max(...times) + idleMs,
      })
      // A hit must not wait for an engine that is busy with something else.
      const rows = await within(asked, timeoutMs)
      if (rows === false) throw new Error('the session look-up took too long')
      for (const row of rows) {
        const sessions = found.get(row.visitorId) ?? []
        sessions.push(sessionOf(row))
        found.set(row.visitorId, sessions)
      }
    } catch (error) {
      this.#deps.onFailure(error)
    }
    return found
  }
}

function sessionOf(row: SessionRow): KnownSession {
  const {
    sessionId,
    startMs,
    lastMs,
    day,
    visitorId: _visitor,
    siteId: _site,
    ...acquisition
  } = row
  const split = sessionId.indexOf('~')
  return {
    givenId: split === -1 ? sessionId : sessionId.slice(0, split),
    sessionId,
    startMs,
    lastMs,
    day,
    acquisition:
      row.touch === 'internal' ? internal : row.touch === 'direct' ? direct : acquisition,
  }
}
