const dayMs = 86_400_000

/** A calendar day as `2026-11-20`. */
export type CalendarDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Which calendar day and time of day it is in a zone, as if it were UTC, in milliseconds. */
function wallClockMs(timeMs: number, timezone: string): number {
  let format = formats.get(timezone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetMs(timeMs: number, timezone: string): number {
  const wholeSecondMs = Math.floor(timeMs / 1000) * 1000
  return wallClockMs(wholeSecondMs, timezone) - wholeSecondMs
}

/** The calendar day that a moment falls on in a zone. */
export function dayOf(timeMs: number, timezone: string): CalendarDay {
  return new Date(wallClockMs(timeMs, timezone)).toISOString().slice(0, 10)
}

/** The first moment of a calendar day in a zone, also where clocks change at midnight. */
export function startOfDayMs(day: CalendarDay, timezone: string): number {
  const wantedMs = Date.parse(`${day}T00:00:00Z`)
  // Zones are between 12 hours behind and 14 ahead, and a day's first moment is the earliest one
  // whose wall clock shows this day. Both offsets around it are tried: at a change they differ.
  const guesses = [wantedMs - dayMs, wantedMs + dayMs].map(
    (at) => wantedMs - offsetMs(at, timezone),
  )
  const [early, late] = [Math.min(...guesses), Math.max(...guesses)]
  if (early === late) return early
  if (wallClockMs(early, timezone) === wantedMs) return early
  if (wallClockMs(late, timezone) === wantedMs) return late
  // Midnight was skipped: the day begins where the clock jumped, which is between the guesses.
  return firstMomentOf(day, timezone, [early, late])
}

function firstMomentOf(day: CalendarDay, timezone: string, [early, late]: [number, number]) {
  let [before, within] = [early - 1000, late + 1000]
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(middle, timezone) < day) before = middle
    else within = middle
  }
  return within
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The same day of the month so many months later, or the month's last day where it has no such day. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const date = new Date(`${day}T00:00:00Z`)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  return date.toISOString().slice(0, 10)
}

/** Days from the first to the last, both counted. */
export function countDays(first: CalendarDay, last: CalendarDay): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
}
