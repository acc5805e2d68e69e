/** What can be counted; `openapi.json` of your Tributary says what each means. */
export type Metric =
  | 'visitors'
  | 'sessions'
  | 'pageViews'
  | 'viewsPerSession'
  | 'bounceRate'
  | 'sessionDuration'
  | 'goals'
  | 'revenue'
  | 'grossRevenue'
  | 'refunds'
  | 'payments'
  | 'customers'
  | 'conversionRate'
  | 'revenuePerVisitor'
  | 'averageOrderValue'

/** What figures can be broken down by. */
export type Dimension =
  | 'channel'
  | 'source'
  | 'medium'
  | 'campaign'
  | 'term'
  | 'content'
  | 'referrer'
  | 'clickId'
  | 'page'
  | 'entryPage'
  | 'exitPage'
  | 'hostname'
  | 'country'
  | 'region'
  | 'city'
  | 'device'
  | 'browser'
  | 'browserVersion'
  | 'os'
  | 'osVersion'
  | 'language'
  | 'goal'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'

/** The rules that split a payment over the visits before it; the first is the default. */
export type Model = 'last-non-direct' | 'last' | 'first' | 'linear' | 'time-decay' | 'position'

/** A named range, a number of days such as `14d`, or the first and the last day. */
export type DateRange =
  | 'today'
  | 'yesterday'
  | 'month'
  | 'year'
  | '12mo'
  | `${number}d`
  | [first: string, last: string]

/** A question to the reports. Ranges are whole days of the time zone, both ends included. */
export interface QueryInput {
  metrics: Metric[]
  /** At most three. */
  dimensions?: Dimension[] | undefined
  dateRange: DateRange
  /** All must hold; of the values of one, any. */
  filters?:
    | [
        operator: 'is' | 'is_not' | 'contains' | 'does_not_contain',
        dimension: Dimension,
        values: string[],
      ][]
    | undefined
  model?: Model | undefined
  /** How many days before a payment visits count; 90 when absent. */
  lookback?: number | undefined
  compare?: 'previous' | 'year' | [first: string, last: string] | undefined
  /** IANA name; the site's when absent. */
  timezone?: string | undefined
  orderBy?: [by: Metric | Dimension, direction: 'asc' | 'desc'][] | undefined
  limit?: number | undefined
  /** `nextCursor` of the report before. */
  cursor?: string | undefined
}

/** A value for each metric and dimension; a rate without anything to divide by is null. */
export type ReportRow = Record<string, string | number | null>

export interface Report {
  rows: ReportRow[]
  totals: ReportRow
  /** ISO 4217 code of all money but the unconverted. */
  currency: string
  /** Net money in other currencies, which is not part of any figure. */
  unconverted: { currency: string; amount: number }[]
  comparison?: { dateRange: [string, string]; rows: ReportRow[]; totals: ReportRow }
  /** Given when there are more rows. */
  nextCursor?: string
  /** The question as it was understood. */
  query: {
    metrics: string[]
    dimensions: string[]
    dateRange: [string, string]
    timezone: string
    model: Model
    lookback: number
  }
}
