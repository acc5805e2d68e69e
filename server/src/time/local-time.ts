import { dayMs, hourMs } from './durations.ts'

/**
 * Calendar days in a time zone, with the zone rules of Node. Days are text such as `2026-11-20`, which sorts in time
 * order.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Clocks change weeks apart, so if some hours begin and end with the same offset nothing changed in between. */
const stretchMs = 6 * hourMs
/** Ten zones for a year and a half; beyond it everything is evicted. */
const mostStretches = 20_000
const offsets = new Map<string, number | undefined>()

/** The zone's offset from UTC at an instant, milliseconds. Computing it takes 3 µs. */
function offsetMs(ms: number, zone: string): number {
  const stretch = Math.floor(ms / stretchMs)
  const key = `${zone} ${stretch}`
  if (!offsets.has(key)) {
    const first = readOffsetMs(stretch * stretchMs, zone)
    const isSame = readOffsetMs((stretch + 1) * stretchMs, zone) === first
    if (offsets.size >= mostStretches) offsets.clear()
    offsets.set(key, isSame ? first : undefined)
  }
  return offsets.get(key) ?? readOffsetMs(ms, zone)
}

function readOffsetMs(ms: number, zone: string): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const wall = Date.parse(
    `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`,
  )
  return wall - Math.floor(ms / 1000) * 1000
}

/** The calendar day of an instant. */
export function localDay(ms: number, zone: string): string {
  return isoDay(ms + offsetMs(ms, zone))
}

/** The instant a calendar day begins; if midnight is skipped, the first instant of the day. */
export function startOfDay(day: string, zone: string): number {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`)
  const guess = midnightUtc - offsetMs(midnightUtc, zone)
  const start = midnightUtc - offsetMs(guess, zone)
  // Careful: in a gap at midnight the offset before it points to the day before.
  return localDay(start, zone) === day ? start : guess
}

/** The local time of an instant, in milliseconds since midnight, to the minute. */
export function timeOfDay(ms: number, zone: string): number {
  const wall = ms + offsetMs(ms, zone)
  return Math.floor((wall - Math.floor(wall / dayMs) * dayMs) / 60_000) * 60_000
}

/**
 * The instant at which clocks show a time on a day: the earlier one where they show it twice, and as much later
 * as they are put forward where they skip it.
 */
export function instantAt(day: string, timeMs: number, zone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + timeMs
  const [before, after] = [wall - dayMs, wall + dayMs].map((ms) => wall - offsetMs(ms, zone))
  const shows = (ms: number) => ms + offsetMs(ms, zone) === wall
  return [before, after].find((ms) => ms !== undefined && shows(ms)) ?? before ?? wall
}

/** The start of the hour of an instant, as ISO 8601 text with its offset. */
export function hourText(ms: number, zone: string): string {
  return textOf(ms, zone, hourMs)
}

/** An instant to the minute, as ISO 8601 text with its offset. */
export function instantText(ms: number, zone: string): string {
  return textOf(ms, zone, 60_000)
}

function textOf(ms: number, zone: string, stepMs: number): string {
  const offset = offsetMs(ms, zone)
  const wall = Math.floor((ms + offset) / stepMs) * stepMs
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(wall).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

export function addDays(day: string, count: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs)
}

export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayMs)
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The same day some months before or after, or the last day of that month if it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

/** Whether text is a real calendar day; 2026-02-30 is none. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && isoDay(ms) === text
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
