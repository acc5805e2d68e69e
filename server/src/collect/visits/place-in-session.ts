import { randomBytes } from 'node:crypto'
import { direct, internal, type Landing } from '../../acquisition/read-landing.ts'
import type { Acquisition, EventKind } from '../../store/events/event.ts'
import { dayOf } from '../../store/events/utc-days.ts'
import { belongsTo, type KnownSession, returnMs } from './session-memory.ts'

/** What decides which visit a hit belongs to. */
export interface HitMoment {
  kind: EventKind
  timestampMs: number
  /** The browser's own id of the visit; `''` when it sent none. */
  sessionId: string
  landing: Readonly<Landing>
}

export interface PlacedHit {
  session: KnownSession
  acquisition: Readonly<Acquisition>
  /** The hit came after later ones that it may have changed, so its visitor's visits are rebuilt. */
  isOutOfOrder?: boolean
}

/**
 * Puts a hit into its visit: `last` if it continues (which is then updated), else a new one. A browser's own session
 * id is used as it is, but a session that was idle too long is split.
 */
export function placeInSession(last: KnownSession | undefined, hit: HitMoment): PlacedHit {
  const goesOn = last !== undefined && belongsTo(last, hit.timestampMs)
  const isSame = last !== undefined && (hit.sessionId === '' || isNamedBy(last, hit))
  // An identify neither starts a visit nor keeps one going.
  if (hit.kind === 'identify') return placeIdentify(goesOn && isSame ? last : undefined, hit)
  if (goesOn && (isSame || hit.landing.isReturn)) return continueSession(last, hit)

  const acquisition = firstAcquisition(last, hit)
  const session = {
    givenId: hit.sessionId,
    sessionId: newSessionId(hit, isSame),
    startMs: hit.timestampMs,
    lastMs: hit.timestampMs,
    day: dayOf(hit.timestampMs),
    acquisition,
    sourceMs: hit.timestampMs,
    opensWithReturn: hit.landing.isReturn,
  }
  return { session, acquisition }
}

/** The session that a hit continues or follows: same id first, then nearest before it. */
export function bestMatch(
  sessions: readonly KnownSession[],
  hit: HitMoment,
): KnownSession | undefined {
  const same = hit.sessionId === '' ? [] : sessions.filter((session) => isNamedBy(session, hit))
  const candidates = same.length > 0 ? same : sessions
  const at = hit.timestampMs
  let best: KnownSession | undefined
  for (const session of candidates) {
    if (hit.landing.isReturn && session.startMs > at) continue
    if (best === undefined || pauseMs(session, at) < pauseMs(best, at)) best = session
  }
  return best
}

/** How far a moment is from a session; 0 within it. */
function pauseMs({ startMs, lastMs }: KnownSession, atMs: number): number {
  return Math.max(startMs - atMs, atMs - lastMs, 0)
}

/** What to store with a hit so that it can be placed again, if its session does not contain it. */
export function placingDetails(
  { sessionId: given, landing }: Pick<HitMoment, 'sessionId' | 'landing'>,
  { sessionId }: KnownSession,
): { givenSession: string; returnLanding: string } {
  const isAsNamed = given === sessionId || given === givenIdIn(sessionId)
  return {
    givenSession: isAsNamed ? '' : given === '' ? '~' : given,
    returnLanding: landing.isReturn ? JSON.stringify(landing.acquisition) : '',
  }
}

/** The client's id that a session's id was made from; `''` for an inferred one. */
export function givenIdIn(sessionId: string): string {
  const split = sessionId.indexOf('~')
  return split === -1 ? sessionId : sessionId.slice(0, split)
}

/**
 * Whether a hit's client id means this session: by its own name, or by the one it uses for it now. After a day's
 * silence an id means another session, so only the ids of one day have to be known.
 */
export function isNamedBy(
  session: KnownSession,
  { sessionId: given, timestampMs }: HitMoment,
): boolean {
  const isName = given === session.givenId || given === session.sessionId
  return isName && pauseMs(session, timestampMs) < returnMs
}

/** An identify belongs to the current visit; without one, it gets an id that no hit will have. */
function placeIdentify(session: KnownSession | undefined, hit: HitMoment): PlacedHit {
  const acquisition = internal
  if (session !== undefined) return { session, acquisition }
  const { timestampMs } = hit
  const own = { givenId: '', sessionId: `~${randomId()}`, day: dayOf(timestampMs), acquisition }
  const span = { startMs: timestampMs, lastMs: timestampMs, sourceMs: timestampMs }
  return { session: { ...own, ...span, opensWithReturn: false }, acquisition }
}

function continueSession(session: KnownSession, hit: HitMoment): PlacedHit {
  // A browser that returned from a checkout without its cookie continues under its new id.
  if (hit.sessionId !== '') session.givenId = hit.sessionId
  session.startMs = Math.min(session.startMs, hit.timestampMs)
  session.lastMs = Math.max(session.lastMs, hit.timestampMs)
  if (hit.landing.isReturn) return { session, acquisition: internal }
  const { acquisition } = hit.landing
  // Goals have no referrer; without a campaign they say nothing about the source.
  if (acquisition.touch === 'direct' && hit.kind !== 'pageview') {
    return { session, acquisition: internal }
  }
  const hasLaterSource =
    session.acquisition.touch === 'source' && session.sourceMs > hit.timestampMs
  if (acquisition.touch === 'source' && !hasLaterSource) {
    session.acquisition = acquisition
    session.sourceMs = hit.timestampMs
  }
  return { session, acquisition }
}

/** A return that opens a new visit inherits the one before it and is no touch of its own. */
function firstAcquisition(
  last: KnownSession | undefined,
  { landing, timestampMs }: HitMoment,
): Readonly<Acquisition> {
  if (!landing.isReturn || last === undefined) return landing.acquisition
  const idle = timestampMs - last.lastMs
  if (idle < 0 || idle >= returnMs) return landing.acquisition
  const inherited = last.acquisition.touch === 'internal' ? direct : last.acquisition
  return { ...inherited, touch: 'continuation' }
}

/** No id from a browser may contain `~`, so a browser cannot claim an id made here. */
function newSessionId({ sessionId, timestampMs }: HitMoment, isSplit: boolean): string {
  if (sessionId === '') return `~${randomId()}`
  return isSplit ? splitName(sessionId, timestampMs) : sessionId
}

/** The id of a visit whose client id belonged to an earlier one. */
function splitName(givenId: string, startMs: number): string {
  return `${givenId}~${Math.floor(startMs / 1000).toString(36)}`
}

const idBytes = 12
let pool = Buffer.alloc(0)
let used = 0

/** 96 random bits. Generated in bulk: one call for each would cost more than everything else here. */
function randomId(): string {
  if (used + idBytes > pool.length) {
    pool = randomBytes(idBytes * 256)
    used = 0
  }
  used += idBytes
  return pool.toString('base64url', used - idBytes, used)
}
