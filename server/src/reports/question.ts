import type { Dimension, FilterOperator, Metric, Model } from '@tributary/contract/query.ts'
import type { DateRange } from './date-range.ts'

/** A word of the question, and how the asker spelt it: the answer is spelt the same. */
export interface Word<Name extends string> {
  name: Name
  spelt: string
}

/** A question that has been understood: every word is a known one, every value within its bounds. */
export interface ReportQuestion {
  siteId: string
  currency: string
  zone: string
  metrics: Word<Metric>[]
  dimensions: Word<Dimension>[]
  range: DateRange
  comparedWith: DateRange | undefined
  filters: { operator: FilterOperator; dimension: FilterDimension; values: string[] }[]
  model: Model
  lookbackDays: number
  /** Keys of a row, most important first. */
  order: { key: string; descending: boolean }[]
  limit: number
  /** How many rows come before the ones asked for. */
  offset: number
}

/** Filters hold for visits, so what a visit has many of, its times, cannot be filtered by. */
export type FilterDimension = Exclude<Dimension, TimeDimension>

export type TimeDimension = 'hour' | 'day' | 'week' | 'month'

export function isTime(name: Dimension): name is TimeDimension {
  return name === 'hour' || name === 'day' || name === 'week' || name === 'month'
}
