/** The metrics; `openapi.json` of your Tributary defines each. */
export type Metric =
  | 'visitors'
  | 'sessions'
  | 'pageViews'
  | 'viewsPerSession'
  | 'bounceRate'
  | 'sessionDuration'
  | 'engagedTime'
  | 'entries'
  | 'exits'
  | 'goals'
  | 'goalConversionRate'
  | 'revenue'
  | 'grossRevenue'
  | 'newRevenue'
  | 'renewalRevenue'
  | 'refunds'
  | 'tax'
  | 'fees'
  | 'takeHome'
  | 'feesKnown'
  | 'feesKnownRevenue'
  | 'mrr'
  | 'payments'
  | 'customers'
  | 'newCustomers'
  | 'conversionRate'
  | 'revenuePerVisitor'
  | 'averageOrderValue'
  | 'daysToConversion'
  | 'sessionsToConversion'

/** The dimensions; `property:NAME` is one more. */
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
  | 'screen'
  | 'language'
  | 'visitorType'
  | 'goal'
  | 'product'
  | 'provider'
  | 'currency'
  | 'planKind'
  | 'linkMethod'
  | 'customerType'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'

/** A property of goals by its name. */
export type PropertyDimension = `property:${string}`

/** The rules that split a payment over the visits before it; the first is the default. */
export type Model =
  | 'last-non-direct'
  | 'last'
  | 'first'
  | 'linear'
  | 'time-decay'
  | 'position'
  | 'markov'
  | 'shapley'

/** A named range, a number of days such as `14d`, or the first and the last day. */
export type DateRange =
  | 'today'
  | 'yesterday'
  | 'month'
  | 'year'
  | '12mo'
  | 'week'
  | `${number}d`
  | [first: string, last: string]

/**
 * A condition that holds when any of its values matches, or several joined. `visitor` applies it to everything the
 * visitor did in the range, `hit` to a single page view or goal; else it applies to the visit.
 */
export type Filter =
  | [
      operator: 'is' | 'is_not' | 'contains' | 'does_not_contain' | 'matches' | 'does_not_match',
      dimension: Dimension | PropertyDimension,
      values: string[],
    ]
  | [join: 'and' | 'or', filters: Filter[]]
  | [scope: 'not' | 'visitor' | 'hit', filter: Filter]

/** A question to the reports. Ranges are whole days of the time zone, both ends included. */
export interface QueryInput {
  metrics: Metric[]
  /** At most three. */
  dimensions?: (Dimension | PropertyDimension)[] | undefined
  dateRange: DateRange
  /** All must hold. */
  filters?: Filter[] | undefined
  model?: Model | undefined
  /** How many days before a payment visits count; 90 when absent. */
  lookback?: number | 'none' | undefined
  /** Whether direct visits take part in models that share, where a path holds others too. */
  includeDirect?: boolean | undefined
  /** Whether a refund counts on the day it went back (by default) or on its payment's. */
  refundsOn?: 'refund' | 'payment' | undefined
  compare?: 'previous' | 'year' | [first: string, last: string] | undefined
  /** IANA name; the site's when absent. */
  timezone?: string | undefined
  orderBy?: [by: Metric | Dimension | PropertyDimension, direction: 'asc' | 'desc'][] | undefined
  limit?: number | undefined
  /** `nextCursor` of the report before. */
  cursor?: string | undefined
}

/**
 * A value for each metric and dimension; a rate whose divisor is 0 is null. `notLinked` is true in the row of
 * unattributed revenue.
 */
export type ReportRow = Record<string, string | number | boolean | null>

/** The 95 % interval of a rate; `uncertain` where it is wider than the rate itself. */
export type Intervals = Record<string, { low: number; high: number; uncertain: boolean }>

/** By metric: 0.25 is a quarter more, null where there is nothing to compare with. */
export type Changes = Record<string, number | null>

export interface Report {
  rows: ReportRow[]
  totals: ReportRow
  /** ISO 4217 code of all money except the unconverted. */
  currency: string
  /** Net money in currencies without a rate to this one; it is in no figure. */
  unconverted: { currency: string; amount: number }[]
  /** Rates used that were more than 7 days old when the payments were made. */
  staleRates?: { currency: string; rateDay: string; paidDay: string }[]
  /** By row, when conversionRate, goalConversionRate or revenuePerVisitor was requested. */
  intervals?: { rows: Intervals[]; totals: Intervals }
  comparison?: {
    dateRange: [string, string]
    /** Present when the range is still running: the moment on the last day up to which this counts. */
    until?: string
    rows: ReportRow[]
    totals: ReportRow
    change: { rows: Changes[]; totals: Changes }
    /** As below, for this range. */
    modelFallback?: { used: Model; reason: string }
  }
  /** With fees, tax or takeHome: for how many payments, and for how much revenue, these are known. */
  costsKnown?: {
    payments: number
    feesKnown: number
    taxKnown: number
    grossRevenue: number
    feesKnownRevenue: number
  }
  /** With mrr: the subscriptions it includes, and those left out because their period is unknown. */
  recurring?: { subscriptions: number; leftOut: number }
  /** Present when there is too little data for the requested model. */
  modelFallback?: { used: Model; reason: string }
  /** Present when there are more rows. */
  nextCursor?: string
  /** The question as it was understood. */
  query: {
    metrics: string[]
    dimensions: string[]
    dateRange: [string, string]
    timezone: string
    model: Model
    lookback: number | 'none'
  }
}
