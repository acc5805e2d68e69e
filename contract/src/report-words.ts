/** What a report can count. The definitions are in `server/src/reports/metrics.ts`. */
export const metrics = [
  'visitors',
  'sessions',
  'pageviews',
  'viewsPerSession',
  'bounceRate',
  'sessionDuration',
  'goals',
  'revenue',
  'grossRevenue',
  'refunds',
  'payments',
  'customers',
  'conversionRate',
  'revenuePerVisitor',
  'averageOrderValue',
] as const
export type Metric = (typeof metrics)[number]

/** What a report can be broken down by, and filtered by where no time is meant. */
export const dimensions = [
  'source',
  'channel',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer',
  'clickId',
  'entryPage',
  'exitPage',
  'hostname',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'os',
  'language',
  'page',
  'goal',
  'provider',
  'linkMethod',
  'hour',
  'day',
  'week',
  'month',
] as const
export type Dimension = (typeof dimensions)[number]

export const timeDimensions = ['hour', 'day', 'week', 'month'] as const
export type TimeDimension = (typeof timeDimensions)[number]

export const filterOperators = ['is', 'is_not', 'contains', 'does_not_contain'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** The rules that split a payment over the touches before it. */
export const models = [
  'first',
  'last',
  'last-non-direct',
  'linear',
  'time-decay',
  'position',
] as const
export type Model = (typeof models)[number]

export const namedRanges = ['today', 'yesterday', '7d', '30d', '90d', '12mo'] as const
export type NamedRange = (typeof namedRanges)[number]

/** The row of money whose visit is not known, in every dimension of visits. */
export const notLinked = 'Not linked'

/** Whether a dimension is a step of time. */
export function isTimeDimension(dimension: Dimension): dimension is TimeDimension {
  return timeDimensions.some((time) => time === dimension)
}
