import { type DayRange, parseDayRange, writeDayRange } from './range.ts'

/** The comparisons that have a name, in the order of the menu. */
export const namedComparisons = ['previous', 'year', 'none'] as const

/** What the figures are compared with: the time right before, a year ago, chosen days, or nothing. */
export type Comparison = (typeof namedComparisons)[number] | DayRange

const defaultComparison: Comparison = 'previous'

/** The comparison in an address; the default for an unknown text. */
export function parseComparison(text: string | undefined): Comparison {
  const named = namedComparisons.find((name) => name === text)
  return named ?? parseDayRange(text) ?? defaultComparison
}

/** The comparison as an address contains it; nothing for the default one. */
export function writeComparison(comparison: Comparison): string | undefined {
  if (comparison === defaultComparison) return undefined
  return typeof comparison === 'string' ? comparison : writeDayRange(comparison)
}
