import type { Grain } from '../format/date.ts'

/** The ranges that have a name, in the order of the menu. */
export const namedRanges = ['today', '7d', '30d', '90d', '12mo'] as const
export type NamedRange = (typeof namedRanges)[number]

/** Days from first to last, both included, as calendar days of the site's zone. */
export type Range = NamedRange | { from: string; to: string }

/** The letter that chooses a range; `c` opens the form of a custom one. */
export const rangeKeys: Readonly<Record<NamedRange, string>> = {
  today: 't',
  '7d': 'w',
  '30d': 'm',
  '90d': 'q',
  '12mo': 'y',
}

export const defaultRange: Range = '30d'

const day = /^\d{4}-\d{2}-\d{2}$/

/** The range an address names; a text that is none is the default one. */
export function parseRange(text: string | undefined): Range {
  if (text !== undefined && isNamed(text)) return text
  const [from = '', to = '', ...rest] = (text ?? '').split('..')
  if (rest.length > 0 || !day.test(from) || !day.test(to) || from > to) return defaultRange
  return { from, to }
}

/** The range as an address names it; nothing for the default one. */
export function writeRange(range: Range): string | undefined {
  if (range === defaultRange) return undefined
  return typeof range === 'string' ? range : `${range.from}..${range.to}`
}

/** How fine the chart of a range is drawn. */
export function grainOf(range: Range): Grain {
  if (range === 'today') return 'hour'
  if (range === '12mo') return 'month'
  if (typeof range === 'string') return 'day'
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  if (days <= 1) return 'hour'
  return days > 184 ? 'month' : 'day'
}

function isNamed(text: string): text is NamedRange {
  return (namedRanges as readonly string[]).includes(text)
}
