import { dayOf } from '../../store/events/utc-days.ts'
import { type HitMoment, isNamedBy } from './place-in-session.ts'
import { idleMs, type KnownSession, longestSessionMs, returnMs } from './session-memory.ts'

/** What is known about a hit's visitor before the hit is placed. */
export interface KnownVisitor {
  sessions: readonly KnownSession[]
  /** When the visitor was identified recently: the visit of an identify depends on the hits before it. */
  identifiedMs: readonly number[]
}

/**
 * Whether a hit comes after later ones whose session it may change, or that keep it from being placed as in time
 * order. True when in doubt: rebuilding the visits then changes nothing.
 */
export function isOutOfOrder(hit: HitMoment, { sessions, identifiedMs }: KnownVisitor): boolean {
  const at = hit.timestampMs
  const isIdentify = hit.kind === 'identify'
  if (!isIdentify && identifiedMs.some((ms) => ms >= at && ms <= at + idleMs)) return true
  const later = sessions.filter(({ lastMs }) => lastMs >= at)
  if (later.length === 0) return false
  const near = sessions.filter((one) => one.startMs <= at + idleMs && one.lastMs >= at - idleMs)
  const [only] = near
  if (only === undefined) return !isIdentify && changesFar(hit, later)
  if (near.length > 1 || hit.landing.isReturn || !isPlainly(only, hit.sessionId)) return true
  return changesNear(hit, only, sessions)
}

/** Far from all others, a hit begins a visit that later ones may take their id or source from. */
function changesFar(hit: HitMoment, later: readonly KnownSession[]): boolean {
  return later.some(
    (session) =>
      (hit.sessionId !== '' && isNamedBy(session, hit)) ||
      (session.opensWithReturn && session.startMs - hit.timestampMs < returnMs),
  )
}

/** Whether a session has this client id (or is inferred, for none), and nothing else in its id. */
function isPlainly({ givenId, sessionId }: KnownSession, given: string): boolean {
  return given === ''
    ? sessionId.startsWith('~') && givenId === ''
    : given === sessionId && given === givenId
}

/** Within or next to the one session around it, a hit changes something only at the session's ends. */
function changesNear(
  hit: HitMoment,
  own: KnownSession,
  sessions: readonly KnownSession[],
): boolean {
  const at = hit.timestampMs
  const startMs = Math.min(own.startMs, at)
  const lastMs = Math.max(own.lastMs, at)
  if (hit.kind === 'identify') return at < own.startMs
  if (lastMs - startMs > longestSessionMs) return true
  if (at < own.startMs && (own.opensWithReturn || dayOf(at) !== own.day)) return true
  return sessions.some(
    (other) =>
      other !== own &&
      ((other.startMs <= lastMs + idleMs && other.lastMs >= startMs - idleMs) ||
        (other.opensWithReturn && other.startMs > at && other.startMs - lastMs < returnMs)),
  )
}
