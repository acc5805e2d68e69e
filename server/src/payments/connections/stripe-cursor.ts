import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { SyncCursor } from './provider-api.ts'
import { historyLists } from './stripe-lists.ts'

const seconds = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const after = Type.Union([Type.Null(), Type.Object({ id: Type.String(), created: seconds })])

/** Reading the past: month by month, the latest first, and in each one list after the other. */
const historyCursor = Type.Object({
  reads: Type.Literal('history'),
  /** The whole span that is read. */
  from: seconds,
  until: seconds,
  /** The end of the month that is being read, and which list of it. */
  windowEnd: seconds,
  list: Type.Integer({ minimum: 0, maximum: historyLists.length - 1 }),
  after,
})

/** Reading the events since the last time. */
const eventsCursor = Type.Object({
  reads: Type.Literal('events'),
  /** How far back the past was read. */
  from: seconds,
  since: seconds,
  /** The end of the span that is being read; null: not begun. */
  until: Type.Union([seconds, Type.Null()]),
  after,
})

const cursor = Type.Union([historyCursor, eventsCursor])

export type HistoryCursor = Static<typeof historyCursor>
export type EventsCursor = Static<typeof eventsCursor>
export type StripeCursor = Static<typeof cursor>
export type After = Static<typeof after>

const windowSeconds = 30 * 86_400
/** Events may appear in the list somewhat after the second that they are stamped with. */
const overlapSeconds = 10 * 60
/** Stripe keeps events for 30 days. */
const longestGapSeconds = 28 * 86_400
/** For so long an older object may change, as a dispute does that is decided. */
const reopenSeconds = 120 * 86_400

export function parseCursor(stored: SyncCursor): StripeCursor {
  return Value.Parse(cursor, stored)
}

/**
 * Reads the past up to ten minutes before now. What is newer comes as events, like a webhook's: only that may be linked
 * to a visitor by its time.
 */
export function historySince(from: number, now: number): HistoryCursor {
  const until = Math.max(from, now - overlapSeconds)
  return { reads: 'history', from, until, windowEnd: until, list: 0, after: null }
}

/** The first second of the month that is being read. */
export function windowStart({ from, windowEnd }: HistoryCursor): number {
  return Math.max(from, windowEnd - windowSeconds)
}

/** Where the past goes on when a list of a month is through: with the next list, the month before, or with events. */
export function nextList(at: HistoryCursor): StripeCursor {
  if (at.list + 1 < historyLists.length) return { ...at, list: at.list + 1, after: null }
  const windowEnd = windowStart(at)
  if (windowEnd > at.from) return { ...at, windowEnd, list: 0, after: null }
  return eventsSince(at.from, at.until)
}

export function eventsSince(from: number, since: number): EventsCursor {
  const overlapped = Math.max(from, since - overlapSeconds)
  return { reads: 'events', from, since: overlapped, until: null, after: null }
}

/** The cursor to read by now: with a span of events begun, or the past again where events are gone. */
export function startedCursor(at: StripeCursor, now: number): StripeCursor {
  if (at.reads === 'history') return at
  const { from, since } = at
  if (since < now - longestGapSeconds)
    return historySince(Math.max(from, since - reopenSeconds), now)
  return at.until === null ? { ...at, until: now + 1 } : at
}

/** How much of the past is read, from 0 to 1. */
export function progressOf(at: StripeCursor): number {
  if (at.reads === 'events') return 1
  const span = Math.max(at.until - at.from, 1)
  const inWindow = (at.windowEnd - windowStart(at)) * (at.list / historyLists.length)
  return Math.min((at.until - at.windowEnd + inWindow) / span, 1)
}
