import type { Grain } from '../url-state/range.ts'
import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

/**
 * Days are calendar days of the site's zone (`2026-11-20`), not instants. They are formatted as if they were UTC, so
 * the reader's own zone never moves them to the day before.
 */
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  atFirstUse(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const formats = {
  day: inUtc({ day: 'numeric', month: 'short' }),
  dayWithWeekday: inUtc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  dayWithYear: inUtc({ day: 'numeric', month: 'short', year: 'numeric' }),
  hour: inUtc({ hour: 'numeric', minute: '2-digit' }),
  month: inUtc({ month: 'short', year: 'numeric' }),
}

/** A point of a series, short, for an axis. */
export function formatPointShort(point: string, grain: Grain): string {
  const date = dateOf(point)
  if (grain === 'hour') return formats.hour().format(date)
  return formats[grain === 'month' ? 'month' : 'day']().format(date)
}

/** A point of a series in full, for a tooltip, a table or a screen reader. */
export function formatPoint(point: string, grain: Grain): string {
  const date = dateOf(point)
  if (grain === 'hour') return `${formats.day().format(date)}, ${formats.hour().format(date)}`
  return formats[grain === 'month' ? 'month' : 'dayWithWeekday']().format(date)
}

/** A range of days, as short as the two ends allow: Nov 1 – 20, 2026. */
export function formatDayRange(from: string, to: string): string {
  if (from === to) return formats.dayWithYear().format(dateOf(from))
  return formats.dayWithYear().formatRange(dateOf(from), dateOf(to))
}

/** A calendar day in full. */
export function formatDay(day: string): string {
  return formats.dayWithYear().format(dateOf(day))
}

/** The time of day of an instant with its offset (`2026-11-20T15:20:00+01:00`). */
export function formatWallTime(instant: string): string {
  return formats.hour().format(new Date(`${instant.slice(0, 16)}Z`))
}

/** An instant (ISO 8601) as a day: keys and their last use. */
export function formatInstantDay(instant: string): string {
  return instantFormat({ dateStyle: 'medium' }).format(new Date(instant))
}

/** An instant as the time of day. */
export function formatInstantTime(instant: string | number): string {
  return instantFormat({ timeStyle: 'short' }).format(new Date(instant))
}

/** An instant as the time of day, with the day if that is not today. */
export function formatRecent(instant: string): string {
  const isToday = formatInstantDay(instant) === formatInstantDay(new Date().toISOString())
  if (isToday) return formatInstantTime(instant)
  const day = { day: 'numeric', month: 'short' } as const
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return instantFormat({ ...day, ...time }).format(new Date(instant))
}

/** An instant as day and time. */
export function formatInstant(instant: string): string {
  return instantFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

/** An instant as day and time, with the name of the zone whose clock shows it. */
export function formatInstantInZone(instant: string): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return instantFormat({ ...day, ...time }).format(new Date(instant))
}

let zone: string | undefined
const instantFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Sets the zone in which instants are shown: the site's on all of its pages, like its days. Without one they are in
 * the reader's own.
 */
export function showInstantsIn(timeZone: string | undefined): void {
  if (timeZone === zone) return
  zone = timeZone
  instantFormats.clear()
}

function instantFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = Object.entries(options).join()
  const made =
    instantFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...options, ...(zone !== undefined && { timeZone: zone }) })
  instantFormats.set(key, made)
  return made
}

// An hour has its offset (`2026-11-20T09:00:00+01:00`); the local time counts.
function dateOf(point: string): Date {
  const text = point.slice(0, 16)
  if (text.length === 7) return new Date(`${text}-01T00:00Z`)
  if (text.length === 10) return new Date(`${text}T00:00Z`)
  return new Date(`${text.slice(0, 13)}:00Z`)
}
