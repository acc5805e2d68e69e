import Type, { type Static } from 'typebox'

/** What a report can count, with what each figure means. Rates are shares from 0 to 1. */
export const metrics = {
  visitors: 'Different visitors whose visit began in the range (by page: who saw the page).',
  sessions: 'Visits that began in the range.',
  pageViews: 'Page views of those visits.',
  viewsPerSession: 'pageViews / sessions.',
  bounceRate: 'Visits with one page view, no goal and less than 10 seconds / sessions.',
  sessionDuration: 'Mean time from a visit’s first to its last sign of life, in seconds.',
  goals: 'Goals reached.',
  revenue: 'Payments less refunds, each on its own day, in the site’s currency.',
  grossRevenue: 'Payments before refunds.',
  refunds: 'Money given back, as a positive amount.',
  payments: 'Payments of more than nothing. With several touches, the credited shares of them.',
  customers: 'People who made a payment that is no renewal; one not linked counts as one person.',
  conversionRate: 'Linked customers / visitors.',
  revenuePerVisitor: 'revenue / visitors.',
  averageOrderValue: 'grossRevenue / payments.',
} as const

export type Metric = keyof typeof metrics

/** What a report can break its figures down by. */
export const dimensions = {
  channel: 'Kind of traffic, such as Organic Search.',
  source: 'Where the visit came from, such as google; Direct when from nowhere.',
  medium: 'utm_medium, or what the referrer implies.',
  campaign: 'utm_campaign.',
  term: 'utm_term.',
  content: 'utm_content.',
  referrer: 'The referrer’s host.',
  clickId: 'Kind of ad click id on the landing address, such as gclid.',
  page: 'Any page seen. Revenue belongs to the page on which the credited visit began.',
  entryPage: 'The page a visit began on.',
  exitPage: 'The page a visit ended on.',
  hostname: 'The host a visit began on.',
  country: 'ISO 3166-1 alpha-2.',
  region: 'Where the operator’s database has it.',
  city: 'Where the operator’s database has it.',
  device: 'desktop, mobile or tablet.',
  browser: 'Browser name.',
  browserVersion: 'Browser version.',
  os: 'Operating system.',
  osVersion: 'Version of the operating system.',
  language: 'The browser’s language.',
  goal: 'Goal name. Only visitors, sessions and goals can be counted by it.',
  hour: 'Start of the hour with its offset, such as 2026-11-20T09:00:00+01:00.',
  day: 'Calendar day in the report’s time zone.',
  week: 'The Monday that the week begins with.',
  month: 'Year and month, such as 2026-11.',
} as const

export type Dimension = keyof typeof dimensions

/** The attribution models that can be asked for; the first is the default. */
export const models = [
  'last-non-direct',
  'last',
  'first',
  'linear',
  'time-decay',
  'position',
] as const

export type Model = (typeof models)[number]

export const namedRanges = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  '12mo',
  'month',
  'year',
] as const

export const filterOperators = ['is', 'is_not', 'contains', 'does_not_contain'] as const

export type FilterOperator = (typeof filterOperators)[number]

export const limits = {
  rows: 1000,
  filters: 20,
  filterValues: 100,
  lookbackDays: 365,
  rangeDays: 1100,
} as const

/** The name of the row that holds money nobody could be linked to. */
export const notLinked = 'Not linked'

const word = Type.String({ minLength: 1, maxLength: 40 })
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const range = Type.Union([Type.String({ maxLength: 20 }), Type.Tuple([date, date])], {
  description: `must be one of ${namedRanges.join(', ')}, a number of days such as 14d, or [first day, last day]`,
})

/**
 * A question to the reports. Words may be written in camelCase or snake_case and come back as they
 * were written. All ranges are whole days of the time zone, both ends included.
 */
export const queryInput = Type.Object({
  metrics: Type.Array(word, {
    minItems: 1,
    maxItems: 20,
    description: 'must be a list of 1 to 20 metrics',
  }),
  dimensions: Type.Optional(
    Type.Array(word, { maxItems: 3, description: 'must be a list of at most 3 dimensions' }),
  ),
  dateRange: range,
  filters: Type.Optional(
    Type.Array(
      Type.Tuple([
        word,
        word,
        Type.Array(Type.String({ maxLength: 2048 }), {
          minItems: 1,
          maxItems: limits.filterValues,
        }),
      ]),
      {
        maxItems: limits.filters,
        description: `must be a list of at most ${limits.filters} filters [operator, dimension, [values]]`,
      },
    ),
  ),
  model: Type.Optional(Type.String({ maxLength: 40, description: 'must be text' })),
  lookback: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.lookbackDays,
      description: `must be a whole number of days from 1 to ${limits.lookbackDays}`,
    }),
  ),
  compare: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Tuple([date, date])], {
      description: 'must be previous, year, or [first day, last day]',
    }),
  ),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: 'must be an IANA time zone' })),
  orderBy: Type.Optional(
    Type.Array(Type.Tuple([word, Type.Union([Type.Literal('asc'), Type.Literal('desc')])]), {
      maxItems: 5,
      description: 'must be a list of [metric or dimension, asc or desc]',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.rows,
      description: `must be a whole number from 1 to ${limits.rows}`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 40, description: 'must be a nextCursor of an answer' }),
  ),
})

export type QueryInput = Static<typeof queryInput>

/** The text when a question lacks what every question needs. */
export const metricsRequired = 'metrics and dateRange are required'

/** One line of an answer: dimensions as text, metrics as numbers, null where there is nothing to divide by. */
const reportRow = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Null()]),
  { description: 'A value for each dimension and metric asked for, named as they were spelt.' },
)
const reportRows = Type.Array(reportRow)
const dayRange = Type.Tuple([date, date], { description: 'First and last day, both included.' })

/** What a question is answered with. */
export const queryData = Type.Object({
  rows: reportRows,
  totals: reportRow,
  currency: Type.String({ description: 'ISO 4217 code of all money but the unconverted.' }),
  unconverted: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }), {
    description: 'Net money in other currencies, which is not part of any figure.',
  }),
  comparison: Type.Optional(
    Type.Object({ dateRange: dayRange, rows: reportRows, totals: reportRow }),
  ),
  nextCursor: Type.Optional(
    Type.String({ description: 'Ask again with it as cursor for the rows that follow.' }),
  ),
  query: Type.Object(
    {
      metrics: Type.Array(Type.String()),
      dimensions: Type.Array(Type.String()),
      dateRange: dayRange,
      timezone: Type.String(),
      model: Type.Enum([...models]),
      lookback: Type.Integer(),
    },
    { description: 'The question as it was understood.' },
  ),
})

export type ReportRow = Static<typeof reportRow>
export type QueryAnswer = Static<typeof queryData>
