import { todayIn } from './local-time.ts'

/** The ranges that have a name, in the order of the menu. */
export const namedRanges = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'week',
  'month',
  'year',
  '12mo',
] as const
type NamedRange = (typeof namedRanges)[number]

/** Days from first to last, both included, as calendar days of the site's zone. */
export interface DayRange {
  from: string
  to: string
}

export type Range = NamedRange | DayRange

/** The letter that chooses a range; `c` opens the form of a custom one. */
export const rangeKeys: Readonly<Record<NamedRange, string>> = {
  today: 't',
  yesterday: 'e',
  '7d': 'w',
  '30d': 'm',
  '90d': 'q',
  week: 'k',
  month: 'n',
  year: 'a',
  '12mo': 'y',
}

/** How much time one point of a series covers. */
export type Grain = 'hour' | 'day' | 'month'

export const defaultRange: Range = '30d'

const day = /^\d{4}-\d{2}-\d{2}$/

/** The range in an address; the default for an unknown text. */
export function parseRange(text: string | undefined): Range {
  if (text !== undefined && isNamed(text)) return text
  return parseDayRange(text) ?? defaultRange
}

/** Two days as an address contains them: `2026-11-01..2026-11-20`. */
export function parseDayRange(text: string | undefined): DayRange | undefined {
  const [from = '', to = '', ...rest] = (text ?? '').split('..')
  if (rest.length > 0 || !day.test(from) || !day.test(to) || from > to) return undefined
  return { from, to }
}

/** The range as an address contains it; nothing for the default one. */
export function writeRange(range: Range): string | undefined {
  if (range === defaultRange) return undefined
  return typeof range === 'string' ? range : writeDayRange(range)
}

export function writeDayRange({ from, to }: DayRange): string {
  return `${from}..${to}`
}

/** The grain of a range's chart. */
export function grainOf(range: Range): Grain {
  if (range === 'today' || range === 'yesterday') return 'hour'
  if (range === '12mo' || range === 'year') return 'month'
  if (typeof range === 'string') return 'day'
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  if (days <= 1) return 'hour'
  return days > 184 ? 'month' : 'day'
}

/** The first and last day of a range, relative to now, like the server computes them. */
export function daysOfRange(range: Range, timezone: string, nowMs = Date.now()): DayRange {
  if (typeof range !== 'string') return range
  const today = todayIn(timezone, nowMs)
  const shifted = (days: number) =>
    new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const firsts: Record<NamedRange, () => string> = {
    today: () => today,
    yesterday: () => shifted(-1),
    '7d': () => shifted(-6),
    '30d': () => shifted(-29),
    '90d': () => shifted(-89),
    week: () => shifted(-((new Date(today).getUTCDay() + 6) % 7)),
    month: () => `${today.slice(0, 7)}-01`,
    year: () => `${today.slice(0, 4)}-01-01`,
    '12mo': () => elevenMonthsBefore(today),
  }
  return { from: firsts[range](), to: range === 'yesterday' ? shifted(-1) : today }
}

/** The first day of the month eleven months before the day's. */
function elevenMonthsBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)
}

function isNamed(text: string): text is NamedRange {
  return (namedRanges as readonly string[]).includes(text)
}
