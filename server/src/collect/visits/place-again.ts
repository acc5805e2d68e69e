import { direct, internal, type Landing } from '../../acquisition/read-landing.ts'
import type { Acquisition, EventKind } from '../../store/events/event.ts'
import type { HitMove } from '../../store/events/sessions/move-hits.ts'
import {
  bestMatch,
  givenIdIn,
  type HitMoment,
  placeInSession,
  placingDetails,
} from './place-in-session.ts'
import { idleMs, type KnownSession } from './session-memory.ts'

/** A stored hit with its present session. */
export interface StoredHit {
  /** Identifies the row, or several identical rows. */
  key: string
  kind: EventKind
  timestampMs: number
  sessionId: string
  /** See `StoredEvent`. */
  sessionDay: number
  givenSession: string
  returnLanding: string
  acquisition: Readonly<Acquisition>
}

/** A visitor's visits in time order. */
export interface PlacedAgain {
  sessions: KnownSession[]
  /** Hits that are elsewhere. */
  moved: HitMove[]
}

/**
 * Places a visitor's hits, given in time order, as if they had arrived in that order. Visits that ended 30 minutes
 * or more before the late hits, which begin at `fromMs`, stay as they are.
 */
export function placeAgain(hits: readonly StoredHit[], fromMs: number): PlacedAgain {
  const first = firstToPlace(hits, fromMs)
  const sessions = storedSessions(hits.slice(0, first))
  const before = new Set(sessions.map(({ sessionId }) => sessionId))
  const placed = hits.slice(first).map((hit) => {
    const moment = asItCame(hit)
    const { session, acquisition } = placeInSession(bestMatch(sessions, moment), moment)
    if (hit.kind !== 'identify' && !sessions.includes(session)) {
      sessions.push(session)
    }
    return { hit, session, acquisition }
  })
  keepInferredNames(placed, before)
  const moved = new Map<string, HitMove>()
  for (const { hit, session, acquisition } of placed) {
    const isSame = isAlike(acquisition, hit.acquisition)
    if (isSame && session.sessionId === hit.sessionId && session.day === hit.sessionDay) continue
    if (moved.has(hit.key)) continue
    moved.set(hit.key, {
      key: hit.key,
      timestampMs: hit.timestampMs,
      sessionId: session.sessionId,
      sessionDay: session.day,
      givenSession: placingDetails(asItCame(hit), session).givenSession,
      acquisition: isSame ? undefined : acquisition,
    })
  }
  return { sessions, moved: [...moved.values()] }
}

/** The first hit after the last pause of more than 30 minutes before a moment. */
function firstToPlace(hits: readonly StoredHit[], fromMs: number): number {
  const after = hits.findIndex(({ timestampMs }) => timestampMs >= fromMs)
  for (let index = after === -1 ? hits.length - 1 : after; index > 0; index--) {
    const pause = (hits[index]?.timestampMs ?? 0) - (hits[index - 1]?.timestampMs ?? 0)
    if (pause > idleMs) return index
  }
  return 0
}

/** Sessions as they are stored, computed from their hits. */
function storedSessions(hits: readonly StoredHit[]): KnownSession[] {
  const sessions = new Map<string, KnownSession>()
  for (const hit of hits) {
    if (hit.kind === 'identify') continue
    const { sessionId, timestampMs, acquisition } = hit
    const given = givenIdOf(hit)
    const name = `${sessionId} ${hit.sessionDay}`
    const known = sessions.get(name) ?? {
      givenId: givenIdIn(sessionId),
      sessionId,
      startMs: timestampMs,
      lastMs: timestampMs,
      day: hit.sessionDay,
      acquisition: internal,
      sourceMs: timestampMs,
      opensWithReturn: hit.returnLanding !== '',
    }
    sessions.set(name, known)
    known.lastMs = timestampMs
    if (given !== '') known.givenId = given
    if (acquisition.touch === 'source' || acquisition.touch === 'continuation') {
      known.acquisition = acquisition
      known.sourceMs = timestampMs
    }
  }
  return [...sessions.values()]
}

/** The session id that the client sent; `''` for none. */
function givenIdOf({
  givenSession,
  sessionId,
}: Pick<StoredHit, 'givenSession' | 'sessionId'>): string {
  if (givenSession === '') return givenIdIn(sessionId)
  return givenSession === '~' ? '' : givenSession
}

function asItCame(hit: StoredHit): HitMoment {
  const { kind, timestampMs } = hit
  return { kind, timestampMs, sessionId: givenIdOf(hit), landing: landingOf(hit) }
}

function landingOf({ kind, returnLanding, acquisition }: StoredHit): Landing {
  if (kind === 'identify') return { acquisition: internal, isReturn: false }
  if (returnLanding !== '') {
    return { acquisition: JSON.parse(returnLanding) as Acquisition, isReturn: true }
  }
  // A goal without a referrer is stored as direct only if it began the visit.
  const isBare = kind === 'goal' && acquisition.touch === 'internal' && acquisition.referrer === ''
  return { acquisition: isBare ? direct : acquisition, isReturn: false }
}

type Placed = { hit: StoredHit; session: KnownSession }

/** Inferred visits take the id that most of their hits have already; each id is used once. */
function keepInferredNames(placed: readonly Placed[], taken: Set<string>): void {
  const groups = [...Map.groupBy(placed, ({ session }) => session)]
  // Visits choose before identifies without a visit.
  const isAlone = (ofSession: Placed[]) => ofSession.every(({ hit }) => hit.kind === 'identify')
  groups.sort(([, a], [, b]) => Number(isAlone(a)) - Number(isAlone(b)))
  for (const [session, ofSession] of groups) {
    if (!session.sessionId.startsWith('~') || taken.has(session.sessionId)) continue
    const counts = new Map<string, number>()
    for (const { hit } of ofSession) {
      const isFree = hit.sessionId.startsWith('~') && !taken.has(hit.sessionId)
      if (isFree) counts.set(hit.sessionId, (counts.get(hit.sessionId) ?? 0) + 1)
    }
    const [most] = [...counts].sort(([, a], [, b]) => b - a)
    if (most !== undefined) session.sessionId = most[0]
    taken.add(session.sessionId)
  }
}

function isAlike(a: Readonly<Acquisition>, b: Readonly<Acquisition>): boolean {
  return (Object.keys(internal) as (keyof Acquisition)[]).every((field) => a[field] === b[field])
}
