import { limits, namedRanges } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  instantAt,
  isDay,
  localDay,
  mondayOf,
  startOfDay,
  timeOfDay,
} from '../time/local-time.ts'

/** Whole days of a zone, both ends included, and the instants at their ends (from included, to excluded). */
export interface DateRange {
  first: string
  last: string
  fromMs: number
  toMs: number
  /**
   * The range ends at `toMs`, before the end of its last day, because the range it is compared with is still running.
   */
  isCut?: true
}

/** The days that the engine's times can represent. */
const firstDay = '1900-01-01'
const lastDay = '2299-12-30'

/** Reads the range of a question, relative to now. Throws an `invalid` with the problem. */
export function readRange(
  given: string | [string, string],
  zone: string,
  nowMs: number,
): DateRange {
  if (Array.isArray(given)) return rangeOf(...given, zone)
  const today = localDay(nowMs, zone)
  const days = /^([1-9]\d{0,3})d$/.exec(given)?.[1]
  if (days !== undefined) return rangeOf(addDays(today, 1 - Number(days)), today, zone)
  switch (given) {
    case 'today':
      return rangeOf(today, today, zone)
    case 'yesterday':
      return rangeOf(addDays(today, -1), addDays(today, -1), zone)
    case '12mo':
      return rangeOf(`${addMonths(today, -11).slice(0, 7)}-01`, today, zone)
    case 'week':
      return rangeOf(mondayOf(today), today, zone)
    case 'month':
      return rangeOf(`${today.slice(0, 7)}-01`, today, zone)
    case 'year':
      return rangeOf(`${today.slice(0, 4)}-01-01`, today, zone)
    default:
      throw new AppError(
        'invalid',
        `dateRange must be one of ${namedRanges.join(', ')}, a number of days such as 14d, or [first day, last day]`,
      )
  }
}

const aYearBack = (day: string) => addMonths(day, -12)

/** How far back the previous period of a calendar range lies; for other ranges it is their length. */
const calendarSteps: Readonly<Record<string, (day: string) => string>> = {
  week: (day) => addDays(day, -7),
  month: (day) => addMonths(day, -1),
  year: aYearBack,
  '12mo': aYearBack,
}

interface Compared {
  /** The range in the question's own words. */
  asked: string | [string, string]
  range: DateRange
}

/**
 * The range that another is compared with: the time right before it (of a week, month or year the previous one), or
 * the same days a year before. For a range that is still running, it has the days up to the counterpart of today, and
 * of that day the time up to the current time of day, so that like is compared with like. Custom ranges count whole.
 */
export function readComparison(
  given: string | [string, string],
  { asked, range }: Compared,
  { zone, nowMs }: { zone: string; nowMs: number },
): DateRange {
  if (Array.isArray(given)) return rangeOf(...given, zone)
  if (given !== 'previous' && given !== 'year') {
    throw new AppError('invalid', 'compare must be previous, year, or [first day, last day]')
  }
  const back = given === 'year' ? aYearBack : stepBack(asked, range)
  const isRunning = range.fromMs <= nowMs && nowMs < range.toMs
  if (!isRunning) return rangeOf(back(range.first), back(range.last), zone)
  const today = localDay(nowMs, zone)
  const before = rangeOf(back(range.first), back(today), zone)
  // The 31st has no counterpart in a month of 30 days: all of that month is used.
  if (back(today) === back(addDays(today, -1))) return before
  const toMs = instantAt(before.last, timeOfDay(nowMs, zone), zone)
  return { ...before, toMs: Math.max(toMs, startOfDay(before.last, zone)), isCut: true }
}

function stepBack(asked: Compared['asked'], { first, last }: DateRange): (day: string) => string {
  const step = typeof asked === 'string' ? calendarSteps[asked] : undefined
  const days = daysBetween(first, last) + 1
  return step ?? ((day) => addDays(day, -days))
}

function rangeOf(first: string, last: string, zone: string): DateRange {
  for (const day of [first, last]) {
    if (!isDay(day)) throw new AppError('invalid', `${day} is no calendar day`)
    if (day < firstDay || day > lastDay) {
      throw new AppError('invalid', `dateRange must lie between ${firstDay} and ${lastDay}`)
    }
  }
  if (first > last) throw new AppError('invalid', 'dateRange must not end before it begins')
  if (daysBetween(first, last) >= limits.rangeDays) {
    throw new AppError('invalid', `dateRange must be at most ${limits.rangeDays} days`)
  }
  return { first, last, fromMs: startOfDay(first, zone), toMs: startOfDay(addDays(last, 1), zone) }
}
