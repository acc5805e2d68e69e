import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { SyncCursor } from '../provider-api.ts'
import { historyLists } from './stripe-lists.ts'

const seconds = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const after = Type.Union([Type.Null(), Type.Object({ id: Type.String(), created: seconds })])

/**
 * From when on balance transactions are still to be read; absent in cursors of versions that did not store them
 * for reconciliation, so that these read all of them.
 */
const statementSince = Type.Optional(seconds)

/** Reading the past: month by month, the latest first, and in each one list after the other. */
const historyCursor = Type.Object({
  reads: Type.Literal('history'),
  /** The whole span that is read. */
  from: seconds,
  until: seconds,
  /** The end of the month that is being read, and the current list of it. */
  windowEnd: seconds,
  statementSince,
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
  statementSince,
  after,
})

/** Reads the bookings of the span whose events were read. */
const bookingsCursor = Type.Object({
  reads: Type.Literal('bookings'),
  from: seconds,
  since: seconds,
  until: seconds,
  /** Absent if a version reads that stores no movements: what it read is read again. */
  isStatement: Type.Optional(Type.Literal(true)),
  after,
})

const cursor = Type.Union([historyCursor, eventsCursor, bookingsCursor])

export type HistoryCursor = Static<typeof historyCursor>
export type EventsCursor = Static<typeof eventsCursor>
export type BookingsCursor = Static<typeof bookingsCursor>
export type StripeCursor = Static<typeof cursor>
export type After = Static<typeof after>

const windowSeconds = 30 * 86_400
/** Events may appear in the list somewhat later than their time stamp. */
const overlapSeconds = 10 * 60
/** Stripe keeps events for 30 days. */
const longestGapSeconds = 28 * 86_400
/** How long an older object may change, such as a dispute until it is decided. */
const reopenSeconds = 120 * 86_400

export function parseCursor(stored: SyncCursor): StripeCursor {
  return Value.Parse(cursor, stored)
}

/**
 * Reads the past up to ten minutes ago. Newer payments come as events, like a webhook's: only those may be linked to
 * a visitor by time.
 */
export function historySince(from: number, now: number, statementSince?: number): HistoryCursor {
  const until = Math.max(from, now - overlapSeconds)
  const booked = { statementSince: statementSince ?? until }
  return { reads: 'history', from, until, windowEnd: until, ...booked, list: 0, after: null }
}

/** The first second of the month that is being read. */
export function windowStart({ from, windowEnd }: HistoryCursor): number {
  return Math.max(from, windowEnd - windowSeconds)
}

/** Where the past continues after a list of a month: with the next list, the month before, or with events. */
export function nextList(at: HistoryCursor): StripeCursor {
  if (at.list + 1 < historyLists.length) return { ...at, list: at.list + 1, after: null }
  const windowEnd = windowStart(at)
  if (windowEnd > at.from) return { ...at, windowEnd, list: 0, after: null }
  return eventsSince(at.from, at.until, at.statementSince ?? at.from)
}

export function eventsSince(from: number, since: number, booked: number): EventsCursor {
  const overlapped = (at: number) => Math.max(from, at - overlapSeconds)
  const statementSince = overlapped(booked)
  return {
    reads: 'events',
    from,
    since: overlapped(since),
    until: null,
    statementSince,
    after: null,
  }
}

/** After the events of a span, the bookings until its end. */
export function bookingsAfter({
  from,
  since,
  until,
  statementSince,
}: EventsCursor): BookingsCursor {
  const span = { since: statementSince ?? from, until: until ?? since }
  return { reads: 'bookings', from, ...span, isStatement: true, after: null }
}

/** The next span of events, once all bookings of the last one are read. */
export function eventsAfter({ from, until, isStatement }: BookingsCursor): EventsCursor {
  return eventsSince(from, until, isStatement ? until : from)
}

/** The cursor to read now: with a span of events begun, or the past again if events are gone. */
export function startedCursor(at: StripeCursor, now: number): StripeCursor {
  if (at.reads !== 'events') return at
  const { from, since } = at
  if (since < now - longestGapSeconds)
    return historySince(Math.max(from, since - reopenSeconds), now, at.statementSince ?? from)
  return at.until === null ? { ...at, until: now + 1 } : at
}

/**
 * The cursor by the provider's clock, before anything of its span was read: moments that are past here may not be
 * past there, and would be skipped.
 */
export function byProviderClock(at: StripeCursor, providerNow: number): StripeCursor {
  if (at.after !== null || at.until === null) return at
  if (at.reads !== 'history') return { ...at, until: Math.min(at.until, providerNow + 1) }
  const until = Math.max(at.from, Math.min(at.until, providerNow - overlapSeconds))
  if (at.list > 0 || at.windowEnd !== at.until || until === at.until) return at
  const statementSince = at.statementSince === at.until ? until : at.statementSince
  return { ...at, until, windowEnd: until, ...(statementSince !== undefined && { statementSince }) }
}

/** How much of the past is read, from 0 to 1. */
export function progressOf(at: StripeCursor): number {
  if (at.reads !== 'history') return 1
  const span = Math.max(at.until - at.from, 1)
  const inWindow = (at.windowEnd - windowStart(at)) * (at.list / historyLists.length)
  return Math.min((at.until - at.windowEnd + inWindow) / span, 1)
}
