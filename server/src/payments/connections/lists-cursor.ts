import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { dayMs, minuteMs } from '../../time/durations.ts'
import type { SyncCursor } from './provider-api.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Where reading an account list by list continues; times in milliseconds since 1970. */
const cursor = Type.Object({
  /** The past in spans of time, the latest first; or what changed since the last time. */
  reads: Type.Enum(['past', 'changes']),
  /** How far back the account is read. */
  fromMs: time,
  /** The span that is being read. */
  sinceMs: time,
  untilMs: time,
  /** The end of this round of changes, by the provider's clock as far as it is known. */
  roundUntilMs: time,
  list: Type.Integer({ minimum: 0, maximum: 50 }),
  /** The provider's token for the next page; null for the first one. */
  token: Type.Union([Type.Null(), Type.String()]),
  /** When lists by time of creation were last read back over `recheckedMs`. */
  recheckedAtMs: time,
})

export type ListsCursor = Static<typeof cursor>

const windowMs = 30 * dayMs
/** Objects may appear in a list somewhat later than their time stamp, and clocks differ. */
const overlapMs = 10 * minuteMs
/** How long an object may change without its list showing it. */
export const recheckedMs = 120 * dayMs
/** Lists by creation time are read this far back each time ... */
const recentMs = 3 * dayMs
/** ... and all of `recheckedMs` once per this interval. */
const recheckEveryMs = dayMs

/** What the lists of a provider can be filtered by. */
export interface ListsShape {
  count: number
  /** Whether lists have a filter by time; else the past is one span, read page by page until its end. */
  hasSpans: boolean
  /**
   * Lists without that filter, though others have one: they are read with the first span, back to the beginning.
   */
  wholeLists?: readonly number[]
}

export function parseListsCursor(stored: SyncCursor): ListsCursor {
  return Value.Parse(cursor, stored)
}

export function pastSince(fromMs: number, nowMs: number, { hasSpans }: ListsShape): ListsCursor {
  const untilMs = Math.max(fromMs, nowMs)
  const sinceMs = hasSpans ? Math.max(fromMs, untilMs - windowMs) : fromMs
  return {
    ...{ reads: 'past', fromMs, sinceMs, untilMs, roundUntilMs: untilMs },
    ...{ list: 0, token: null, recheckedAtMs: untilMs },
  }
}

/** The cursor after a page; `token` is for the next page of the list, null after its last. */
export function afterPage(
  at: ListsCursor,
  token: string | null,
  { shape, nowMs }: { shape: ListsShape; nowMs: number },
): { cursor: ListsCursor; isRoundOver: boolean } {
  if (token !== null) return { cursor: { ...at, token }, isRoundOver: false }
  const list = nextList(at, shape)
  if (list < shape.count) return { cursor: { ...at, list, token: null }, isRoundOver: false }
  if (at.reads === 'past' && at.sinceMs > at.fromMs) {
    const sinceMs = Math.max(at.fromMs, at.sinceMs - windowMs)
    const cursor = { ...at, sinceMs, untilMs: at.sinceMs, list: 0, token: null }
    return { cursor, isRoundOver: false }
  }
  return { cursor: changesSince(at, nowMs), isRoundOver: at.reads === 'changes' }
}

/** Lists that are read as a whole are skipped in later spans of the past. */
function nextList(at: ListsCursor, { wholeLists = [] }: ListsShape): number {
  const isFirstSpan = at.reads === 'changes' || at.untilMs >= at.roundUntilMs
  let list = at.list + 1
  while (!isFirstSpan && wholeLists.includes(list)) list += 1
  return list
}

/** The next round of changes. Its end is set when it begins: see `begun`. */
function changesSince(at: ListsCursor, nowMs: number): ListsCursor {
  const sinceMs = Math.max(at.fromMs, at.roundUntilMs - overlapMs)
  return {
    ...at,
    ...{ reads: 'changes', sinceMs, untilMs: sinceMs, roundUntilMs: sinceMs, list: 0, token: null },
    recheckedAtMs: isRecheck(at) ? nowMs : at.recheckedAtMs,
  }
}

/** The cursor to read now: a round of changes that was not begun ends now. */
export function begun(at: ListsCursor, nowMs: number): ListsCursor {
  if (at.reads === 'past' || at.untilMs > at.sinceMs) return at
  const untilMs = Math.max(at.sinceMs, nowMs) + 1
  return { ...at, untilMs, roundUntilMs: untilMs }
}

/** The objects to list: those created in a span of time, or those changed since a moment. */
export type Span =
  | { by: 'created'; sinceMs: number; untilMs: number }
  | { by: 'changed'; sinceMs: number }

/**
 * The past is listed by creation time, because no change moves an object out of such a span while it is read. For the
 * same reason the list of changes has no end.
 */
export function spanOf(
  at: ListsCursor,
  { tellsChanges, isWhole = false }: { tellsChanges: boolean; isWhole?: boolean },
): Span {
  const { reads, sinceMs, untilMs, fromMs } = at
  if (reads === 'past') return { by: 'created', sinceMs: isWhole ? fromMs : sinceMs, untilMs }
  if (tellsChanges) return { by: 'changed', sinceMs }
  if (isWhole && isRecheck(at)) return { by: 'created', sinceMs: fromMs, untilMs }
  const backMs = isRecheck(at) ? recheckedMs : recentMs
  return { by: 'created', sinceMs: Math.max(fromMs, sinceMs - backMs), untilMs }
}

function isRecheck({ reads, untilMs, recheckedAtMs }: ListsCursor): boolean {
  return reads === 'changes' && untilMs - recheckedAtMs >= recheckEveryMs
}

/** Corrects the end of a round from this server's clock to the provider's: later objects do not exist there yet. */
export function byProvidersClock(at: ListsCursor, answeredMs: number): ListsCursor {
  return { ...at, roundUntilMs: Math.max(at.fromMs, Math.min(at.roundUntilMs, answeredMs)) }
}

/** How much of the past is read, from 0 to 1, after a page of the list that reached back to `reachedMs`. */
export function progressOf(
  at: ListsCursor,
  { count }: ListsShape,
  reachedMs: number = at.untilMs,
): number {
  if (at.reads === 'changes') return 1
  const { fromMs, sinceMs, untilMs, roundUntilMs, list, token } = at
  const wholeMs = Math.max(roundUntilMs - fromMs, 1)
  const spanMs = Math.max(untilMs - sinceMs, 1)
  const ofList = token === null ? 0 : Math.min(Math.max(untilMs - reachedMs, 0) / spanMs, 1)
  const ofSpan = spanMs * ((list + ofList) / count)
  return Math.min(Math.max(roundUntilMs - untilMs, 0) + ofSpan, wholeMs) / wholeMs
}
