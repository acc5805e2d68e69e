import { type PaymentDimension, paymentDimensions } from '@tributary/contract/metric-groups.ts'
import type { Dimension, Metric, Model } from '@tributary/contract/query.ts'
import type { DateRange } from './date-range.ts'
import type { Filter, PaymentFilter } from './queries/filter.ts'

/** A word of the question, and how the caller spelt it: the answer is spelt the same. */
export interface Word<Name extends string> {
  name: Name
  spelt: string
}

/** What an answer is broken down by; for a property of goals with its name. */
export interface Breakdown extends Word<DimensionName> {
  property?: string
}

export type DimensionName = Dimension | 'property'

/** How money is credited to visits. */
export interface Crediting {
  model: Model
  /** Infinity for no limit. */
  lookbackDays: number
  includeDirect: boolean
}

/** The part that all questions share: a site's visits and money, and how they are connected. */
export interface ReportScope extends Crediting {
  siteId: string
  currency: string
  zone: string
  dimensions: Breakdown[]
  filters: QuestionFilters
  refundsOnPayment: boolean
}

/** A valid question: every word is a known one, every value within its bounds. */
export interface ReportQuestion extends ReportScope {
  metrics: Word<Metric>[]
  range: DateRange
  comparedWith: DateRange | undefined
  /** Keys of a row, most important first. */
  order: { key: string; descending: boolean }[]
  limit: number
  /** How many rows to skip. */
  offset: number
  /** Goals without a row of their own, because the reader must not see them; totals include them. */
  hiddenGoals?: readonly string[]
}

export interface QuestionFilters {
  /** Which visits count; for a payment, which credited visits. */
  visits: Filter[]
  /** The filters about single page views and goals: in breakdowns by page or goal, only hits that pass them count. */
  hits: Filter[]
  /** Which money counts. */
  payments: PaymentFilter[]
}

export type TimeDimension = 'hour' | 'day' | 'week' | 'month'

/** The dimensions of single page views and goals. */
export type EventDimension = 'page' | 'goal' | 'property'

/** What a visit has one of. */
export type VisitDimension = Exclude<
  DimensionName,
  TimeDimension | EventDimension | PaymentDimension
>

export function isTime(name: DimensionName): name is TimeDimension {
  return name === 'hour' || name === 'day' || name === 'week' || name === 'month'
}

export function isOfEvents(name: DimensionName): name is EventDimension {
  return name === 'page' || name === 'goal' || name === 'property'
}

export function isOfPayments(name: DimensionName): name is PaymentDimension {
  return (paymentDimensions as readonly DimensionName[]).includes(name)
}

export function isOfVisits(name: DimensionName): name is VisitDimension {
  return !(isTime(name) || isOfEvents(name) || isOfPayments(name))
}
