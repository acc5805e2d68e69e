import type { QueryInput } from '@tributary/contract/query.ts'
import type { ModelsInput } from '@tributary/contract/questions/model-comparison.ts'
import type { Site } from '../site.ts'
import { dayMs } from '../time/durations.ts'
import { readRange } from './date-range.ts'

/** The parts of questions that determine how much has to be read. */
export interface Asked {
  dateRange?: string | [string, string] | undefined
  dimensions?: readonly string[] | undefined
  filters?: readonly unknown[] | undefined
  compare?: unknown
}

/**
 * The size of a question, before anything is read: its days, times the number of things to compute on each. Only the
 * ratio of two sizes is meaningful. Throws an `invalid` for an invalid range.
 */
export function questionUnits(asked: Asked, site: Pick<Site, 'timezone'>, nowMs: number): number {
  const { dateRange, dimensions = [], filters = [], compare } = asked
  if (dateRange === undefined) return 1
  const { fromMs, toMs } = readRange(dateRange, site.timezone, nowMs)
  const days = Math.max(1, (toMs - fromMs) / dayMs)
  const isHourly = dimensions.includes('hour')
  const looks = 1 + dimensions.length + conditions(filters) + Number(isHourly)
  return days * looks * (compare === undefined ? 1 : 2)
}

/**
 * What a question reads, as text. Questions that differ only in what they name and add up, compare with, or credit
 * money by, are answered together.
 */
export function readingOf(asked: QueryInput | ModelsInput): string {
  const { dateRange, timezone, filters, lookback, includeDirect, refundsOn } = asked
  return JSON.stringify([dateRange, timezone, filters, lookback, includeDirect, refundsOn])
}

/** Every condition ends with the list of its values. */
function conditions(filter: unknown): number {
  if (!Array.isArray(filter)) return 0
  const [, , values] = filter
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return 1
  return filter.reduce<number>((sum, part) => sum + conditions(part), 0)
}
