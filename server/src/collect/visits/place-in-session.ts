import { randomBytes } from 'node:crypto'
import type { Acquisition, EventKind } from '../../store/events/event.ts'
import { dayOf } from '../../store/events/utc-days.ts'
import { direct, internal, type Landing } from '../acquisition/read-landing.ts'
import {
  belongsTo,
  idleMs,
  type KnownSession,
  longestSessionMs,
  returnMs,
} from './session-memory.ts'

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
}

/**
 * Puts a hit into its visit: `last` when it goes on (which is then brought up to date), a new one
 * otherwise. A browser's own session id is taken as it is, but one that was idle too long is split.
 */
export function placeInSession(last: KnownSession | undefined, hit: HitMoment): PlacedHit {
  const goesOn = last !== undefined && belongsTo(last, hit.timestampMs)
  const isSame = last !== undefined && (hit.sessionId === '' || isNamed(last, hit.sessionId))
  // Who somebody is starts no visit and keeps none going.
  if (hit.kind === 'identify') return placeIdentify(goesOn && isSame ? last : undefined, hit)
  if (goesOn && (isSame || hit.landing.isReturn)) return goOn(last, hit)

  const acquisition = firstAcquisition(last, hit)
  const session = {
    givenId: hit.sessionId,
    sessionId: newSessionId(hit, isSame),
    startMs: hit.timestampMs,
    lastMs: hit.timestampMs,
    day: dayOf(hit.timestampMs),
    acquisition,
  }
  return { session, acquisition }
}

/** Whether a client's id means this session: by its own name, or by the one it uses for it now. */
export function isNamed(session: KnownSession, givenId: string): boolean {
  return givenId === session.givenId || givenId === session.sessionId
}

/**
 * Whether two sessions of a visitor are one, now that a late hit has closed the gap between them: both under the
 * same client id, or both inferred, without a pause of more than 30 minutes, and no longer than 24 hours together.
 */
export function areOne(a: KnownSession, b: KnownSession): boolean {
  return (
    a.givenId === b.givenId &&
    Math.max(a.startMs, b.startMs) - Math.min(a.lastMs, b.lastMs) <= idleMs &&
    Math.max(a.lastMs, b.lastMs) - Math.min(a.startMs, b.startMs) <= longestSessionMs
  )
}

/** Makes the later of two sessions part of the earlier one; whoever holds it then holds the earlier one's name. */
export function join(earlier: KnownSession, later: KnownSession): void {
  earlier.lastMs = Math.max(earlier.lastMs, later.lastMs)
  if (later.acquisition.touch === 'source') earlier.acquisition = later.acquisition
  later.sessionId = earlier.sessionId
  later.day = earlier.day
}

/** An identify is noted with the visit that is under way; without one, under an id that no hit will have. */
function placeIdentify(session: KnownSession | undefined, hit: HitMoment): PlacedHit {
  const acquisition = internal
  if (session !== undefined) return { session, acquisition }
  const { timestampMs } = hit
  const own = { givenId: '', sessionId: `~${randomId()}`, day: dayOf(timestampMs), acquisition }
  return { session: { ...own, startMs: timestampMs, lastMs: timestampMs }, acquisition }
}

function goOn(session: KnownSession, hit: HitMoment): PlacedHit {
  // A browser that came back from a checkout without its cookie goes on under its new id.
  if (hit.sessionId !== '') session.givenId = hit.sessionId
  session.startMs = Math.min(session.startMs, hit.timestampMs)
  session.lastMs = Math.max(session.lastMs, hit.timestampMs)
  if (hit.landing.isReturn) return { session, acquisition: internal }
  const { acquisition } = hit.landing
  // Goals carry no referrer of their own; without a campaign they say nothing about the source.
  if (acquisition.touch === 'direct' && hit.kind !== 'pageview') {
    return { session, acquisition: internal }
  }
  if (acquisition.touch === 'source') session.acquisition = acquisition
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

/** `~` is in no id that a browser may send, so an id made here can never be claimed by one. */
function newSessionId({ sessionId, timestampMs }: HitMoment, isSplit: boolean): string {
  if (sessionId === '') return `~${randomId()}`
  const seconds = Math.floor(timestampMs / 1000)
  return isSplit ? `${sessionId}~${seconds.toString(36)}` : sessionId
}

const idBytes = 12
let pool = Buffer.alloc(0)
let used = 0

/** 96 random bits. Drawn in stock: one call for each would cost more than all else here. */
function randomId(): string {
  if (used + idBytes > pool.length) {
    pool = randomBytes(idBytes * 256)
    used = 0
  }
  used += idBytes
  return pool.toString('base64url', used - idBytes, used)
}
