import { limits, namedRanges } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import { addDays, addMonths, daysBetween, isDay, localDay, startOfDay } from './local-time.ts'

/** Whole days of a zone, both ends included, and the instants they lie between (from included, to not). */
export interface DateRange {
  first: string
  last: string
  fromMs: number
  toMs: number
}

/** The days that the engine's times can hold. */
const firstDay = '1900-01-01'
const lastDay = '2299-12-30'

/** Reads what a question calls its range, as seen from now. Throws an `invalid` that says what is wrong. */
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

/** The range that another is compared with: as many days before it, or the same days a year before. */
export function readComparison(
  given: string | [string, string],
  range: DateRange,
  zone: string,
): DateRange {
  if (Array.isArray(given)) return rangeOf(...given, zone)
  if (given === 'year')
    return rangeOf(addMonths(range.first, -12), addMonths(range.last, -12), zone)
  if (given !== 'previous') {
    throw new AppError('invalid', 'compare must be previous, year, or [first day, last day]')
  }
  const days = daysBetween(range.first, range.last) + 1
  return rangeOf(addDays(range.first, -days), addDays(range.first, -1), zone)
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
