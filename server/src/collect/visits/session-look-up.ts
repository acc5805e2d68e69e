import { direct, internal } from '../../acquisition/read-landing.ts'
import { batch } from '../../concurrency/batch.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { within } from '../../within.ts'
import { identifiesBetween, recentIdentifies } from '../queries/recent-identifies.ts'
import { recentSessions } from '../queries/recent-sessions.ts'
import type { SessionRow } from '../queries/session-row.ts'
import { sessionsBetween } from '../queries/sessions-between.ts'
import { givenIdIn } from './place-in-session.ts'
import { idleMs, type KnownSession, longestSessionMs, returnMs } from './session-memory.ts'

/** A visitor whose sessions around a moment are wanted. */
export interface SessionQuestion {
  siteId: string
  visitorId: string
  timestampMs: number
}

export interface SessionLookUpDeps {
  engine: Engine
  events: Pick<EventStore, 'flush'>
  /** Called when a look-up failed; the visits in question then begin again. */
  onFailure: (error: unknown) => void
}

/** The stored sessions of a visitor around a moment. */
export interface FoundVisitor {
  sessions: KnownSession[]
  identifiedMs: number[]
}

/** More than this many waiting means that the engine does not keep up: hits are stored, visits split. */
const mostWaiting = 5_000
const mostVisitors = 500
const timeoutMs = 3_000

/**
 * Looks up sessions in the engine that memory does not hold. Look-ups that arrive while one is in progress are
 * combined, so however many wait, the engine sees one statement at a time.
 */
export class SessionLookUp {
  readonly #deps: SessionLookUpDeps
  readonly #questions = batch<SessionQuestion, FoundVisitor | undefined>({
    choose: ofOneSite,
    run: (questions) => this.#ask(questions),
  })

  constructor(deps: SessionLookUpDeps) {
    this.#deps = deps
  }

  /**
   * The visitor's sessions that end less than a day before the moment or begin less than a day after it. Undefined
   * when the engine could not be asked.
   */
  find(question: SessionQuestion): Promise<FoundVisitor | undefined> {
    if (this.#questions.waiting >= mostWaiting) {
      this.#deps.onFailure(new Error('too many session look-ups are waiting'))
      return Promise.resolve(undefined)
    }
    return this.#questions.add(question)
  }

  /**
   * The sessions of every visitor who was active since a moment, at most `limit`, the latest first; everything
   * acknowledged counts.
   */
  async recent(
    activeMs: number,
    limit: number,
  ): Promise<(SessionRow & { session: KnownSession })[]> {
    await this.#deps.events.flush()
    const sinceMs = Math.max(0, activeMs - longestSessionMs)
    const rows = await recentSessions(this.#deps.engine, { sinceMs, activeMs, limit })
    return rows.map((row) => ({ ...row, session: sessionOf(row) }))
  }

  /** When visitors were identified since a moment, the latest first; everything acknowledged counts. */
  async recentIdentifies(sinceMs: number, limit: number) {
    await this.#deps.events.flush()
    return recentIdentifies(this.#deps.engine, { sinceMs, limit })
  }

  async #ask(
    questions: readonly SessionQuestion[],
  ): Promise<readonly (FoundVisitor | undefined)[]> {
    const found = new Map<string, FoundVisitor>()
    for (const { visitorId } of questions) found.set(visitorId, { sessions: [], identifiedMs: [] })
    const times = questions.map(({ timestampMs }) => timestampMs)
    try {
      const asked = {
        site: questions[0]?.siteId ?? '',
        visitors: [...found.keys()],
        fromMs: Math.max(0, Math.min(...times) - returnMs - idleMs),
        toMs: Math.max(...times) + returnMs + idleMs,
      }
      const { engine } = this.#deps
      const answers = Promise.all([
        sessionsBetween(engine, asked),
        identifiesBetween(engine, asked),
      ])
      // A hit must not wait for an engine that is busy with something else.
      const rows = await within(answers, timeoutMs)
      if (rows === false) throw new Error('the session look-up took too long')
      const [sessions, identifies] = rows
      for (const row of sessions) found.get(row.visitorId)?.sessions.push(sessionOf(row))
      for (const row of identifies) found.get(row.visitorId)?.identifiedMs.push(row.timestampMs)
      return questions.map(({ visitorId }) => found.get(visitorId))
    } catch (error) {
      this.#deps.onFailure(error)
      return questions.map(() => undefined)
    }
  }
}

/** The most that one statement can answer. */
function ofOneSite(questions: readonly SessionQuestion[]): readonly SessionQuestion[] {
  const [first] = questions
  return questions.filter(({ siteId }) => siteId === first?.siteId).slice(0, mostVisitors)
}

function sessionOf(row: SessionRow): KnownSession {
  const {
    sessionId,
    startMs,
    lastMs,
    day,
    givenSession,
    sourceMs,
    opensWithReturn,
    visitorId: _visitor,
    siteId: _site,
    ...acquisition
  } = row
  return {
    givenId: givenSession === '' ? givenIdIn(sessionId) : givenSession,
    sessionId,
    startMs,
    lastMs,
    day,
    sourceMs,
    opensWithReturn,
    acquisition:
      row.touch === 'internal' ? internal : row.touch === 'direct' ? direct : acquisition,
  }
}
