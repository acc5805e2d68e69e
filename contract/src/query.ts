import Type, { type Static } from 'typebox'

/** What a report can count, with what each figure means. Rates are shares from 0 to 1. */
export const metrics = {
  visitors: 'Unique visitors whose visit began in the range (by page: who saw the page).',
  sessions: 'Visits that began in the range.',
  pageViews: 'Page views of those visits, by page too.',
  viewsPerSession: 'pageViews / sessions.',
  bounceRate: 'Visits with one page view, no goal and less than 10 seconds / sessions.',
  sessionDuration: 'Mean time from a visit’s first to its last activity, in seconds.',
  engagedTime: 'Mean time per visit that the page was visible and in use, in seconds.',
  entries: 'Visits that began there.',
  exits: 'Visits that ended there. By any dimension other than page, the same as entries.',
  goals:
    'Goals of those visits, including those that a server reported with their id. Goals that a server reported without a visit count at their own time, if the report neither filters nor breaks down visits.',
  goalConversionRate:
    'Visitors with a visit that reached a goal / visitors. By goal: who reached it / all visitors.',
  revenue: 'Payments less refunds, each on its own day, in the site’s currency.',
  grossRevenue: 'Payments before refunds.',
  newRevenue: 'Payments that are not renewals, before refunds.',
  renewalRevenue: 'Payments that renew a subscription, before refunds.',
  refunds: 'Refunded amount, as a positive number.',
  tax: 'Tax in payments less the tax in refunds, as far as providers state it: `costsKnown`. If the tax of a refund is not stated, it is proportional to the payment’s.',
  fees: 'Payment providers’ fees for payments, refunds and disputes, including tax on fees, less those returned; as far as providers state them: `costsKnown`. Nothing is estimated.',
  takeHome: 'revenue - tax - fees.',
  feesKnown: 'Payments whose fees are known / payments.',
  feesKnownRevenue: 'grossRevenue of payments whose fees are known / grossRevenue.',
  mrr: 'Monthly recurring revenue of the subscriptions active at the end of the range: the last payment of each, divided by the months it covers. A subscription is active until 7 days after that period ends. The period is the plan’s, or the time between the last two payments; subscriptions where neither is known are left out and counted in `recurring`.',
  payments: 'Payments above zero. With a multi-touch model, their credited shares.',
  customers:
    'People who made a payment that is not a renewal; an unlinked payment counts as one person.',
  newCustomers: 'Customers whose very first payment it is.',
  conversionRate: 'Visitors with a linked payment that is not a renewal / visitors.',
  revenuePerVisitor: 'revenue / visitors.',
  averageOrderValue: 'grossRevenue / payments.',
  daysToConversion:
    'Median days from a new customer’s first visit in the look-back to the first payment.',
  sessionsToConversion:
    'Median number of visits of a new customer in the look-back up to the first payment, that one included.',
} as const

export type Metric = keyof typeof metrics

/** What a report can break its figures down by. `property:NAME` is one more, for each property of goals. */
export const dimensions = {
  channel: 'Kind of traffic, such as Organic Search.',
  source: 'Where the visit came from, such as google; Direct if unknown.',
  medium: 'utm_medium, or what the referrer implies.',
  campaign: 'utm_campaign.',
  term: 'utm_term.',
  content: 'utm_content.',
  referrer: 'The referrer’s host.',
  clickId: 'Kind of ad click id on the landing address, such as gclid.',
  page: 'Any page viewed. Rates, times and entries are of the visits that began on it; revenue belongs to the page on which the credited visit began.',
  entryPage: 'The page a visit began on.',
  exitPage: 'The page a visit ended on.',
  hostname: 'The host a visit began on.',
  country: 'ISO 3166-1 alpha-2.',
  region: 'If the operator’s location database has it.',
  city: 'If the operator’s location database has it.',
  device: 'desktop, mobile or tablet.',
  browser: 'Browser name.',
  browserVersion: 'Browser version.',
  os: 'Operating system.',
  osVersion: 'Version of the operating system.',
  screen:
    'By the width of the screen in CSS pixels: small (below 600), medium (below 1024), large (below 1600), huge; empty when unknown.',
  language: 'The browser’s language.',
  visitorType: 'new on a visitor’s very first visit, returning on later ones.',
  goal: 'Goal name. Only visitors, sessions, goals and goalConversionRate can be counted by it.',
  product: 'Product that was paid for. Only money can be counted by it.',
  provider: 'Payment provider, such as stripe. Only money can be counted by it.',
  currency:
    'ISO 4217 code of the payment; amounts are still in the site’s currency. Only money can be counted by it.',
  planKind: 'trial, renewal, new-subscription or one-off. Only money can be counted by it.',
  linkMethod:
    'How the payment’s visitor was found: ids, email, time (probable), inherited, manual or none. Only money can be counted by it.',
  customerType:
    'new for the customer’s very first payment, otherwise returning. Only money can be counted by it.',
  hour: 'Start of the hour with its offset, such as 2026-11-20T09:00:00+01:00.',
  day: 'Calendar day in the report’s time zone.',
  week: 'The Monday that the week begins with.',
  month: 'Year and month, such as 2026-11.',
} as const

/** A property of goals by its name, such as `property:plan`. */
export type PropertyDimension = `property:${string}`

export type Dimension = keyof typeof dimensions

/** The attribution models that can be asked for; the first is the default. */
export const models = [
  'last-non-direct',
  'last',
  'first',
  'linear',
  'time-decay',
  'position',
  'markov',
  'shapley',
] as const

export type Model = (typeof models)[number]

export const namedRanges = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  '12mo',
  'week',
  'month',
  'year',
] as const

export const filterOperators = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
  'matches',
  'does_not_match',
] as const

export type FilterOperator = (typeof filterOperators)[number]

/**
 * One condition, or several joined. A condition holds when any of its values matches, a negative one (`is_not`, …)
 * when none does. `visitor` applies it to everything the visitor did in the range, `hit` to a single page view or
 * goal; without either it applies to the visit.
 */
export type FilterInput =
  | [operator: string, dimension: string, values: string[]]
  | [join: 'and' | 'or', filters: FilterInput[]]
  | [scope: 'not' | 'visitor' | 'hit', filter: FilterInput]

export const limits = {
  rows: 1000,
  /** Conditions in all. */
  filters: 20,
  filterValues: 100,
  /** Of groups within groups. */
  filterDepth: 5,
  /** The most characters of a regular expression. */
  pattern: 200,
  propertyName: 64,
  lookbackDays: 365,
  rangeDays: 1100,
} as const

/** The name of the unattributed-revenue row. */
export const notLinked = 'Not linked'

const word = Type.String({ minLength: 1, maxLength: 80 })
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const range = Type.Union([Type.String({ maxLength: 20 }), Type.Tuple([date, date])], {
  description: `must be one of ${namedRanges.join(', ')}, a number of days such as 14d, or [first day, last day]`,
})

/**
 * A question to the reports. Words may be written in camelCase or snake_case and are returned as they were written.
 * All ranges are whole days of the time zone, both ends included.
 */
export const queryInput = Type.Object({
  metrics: Type.Array(word, {
    minItems: 1,
    maxItems: 30,
    description: 'must be a list of 1 to 30 metrics',
  }),
  dimensions: Type.Optional(
    Type.Array(word, { maxItems: 3, description: 'must be a list of at most 3 dimensions' }),
  ),
  dateRange: range,
  filters: Type.Optional(
    Type.Unsafe<FilterInput[]>(
      Type.Array(Type.Array(Type.Unknown(), { minItems: 2, maxItems: 3 }), {
        maxItems: limits.filters,
        description: `must be a list of at most ${limits.filters} filters [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter]`,
      }),
    ),
  ),
  model: Type.Optional(Type.String({ maxLength: 40, description: 'must be text' })),
  lookback: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: limits.lookbackDays }), Type.Literal('none')], {
      description: `must be a whole number of days from 1 to ${limits.lookbackDays}, or none for no limit`,
    }),
  ),
  includeDirect: Type.Optional(
    Type.Boolean({
      description:
        'must be true or false: whether direct visits take part in the models that share, where a path holds others too',
    }),
  ),
  refundsOn: Type.Optional(
    Type.Enum(['refund', 'payment'], {
      description: 'must be refund (the day money went back) or payment (the day it had come)',
    }),
  ),
  compare: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Tuple([date, date])], {
      description:
        'must be previous, year, or [first day, last day]. Of a range that is still running, previous and year end at the same time of day.',
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

/** The error when a question lacks a required field. */
export const metricsRequired = 'metrics and dateRange are required'

/**
 * One row of an answer: dimensions as text, metrics as numbers, null where the divisor is 0. `notLinked` is true in
 * the row of unattributed revenue, whatever its name.
 */
const reportRow = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  {
    description:
      'A value for each requested dimension and metric, spelt as in the request; and `notLinked: true` in the row of revenue that is not linked to a visitor.',
  },
)
const reportRows = Type.Array(reportRow)
const changes = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
  description: 'For each metric: 0.25 is a quarter more. Null if it was 0 or unknown before.',
})
const intervals = Type.Record(
  Type.String(),
  Type.Object({
    low: Type.Number(),
    high: Type.Number(),
    uncertain: Type.Boolean({ description: 'The interval is wider than the figure itself.' }),
  }),
  {
    description:
      'The 95 % interval of conversionRate, goalConversionRate (both Wilson’s) and revenuePerVisitor (of the mean), if requested and available.',
  },
)
const dayRange = Type.Tuple([date, date], { description: 'First and last day, both included.' })

export const modelFallback = Type.Object(
  { used: Type.Enum([...models]), reason: Type.String() },
  { description: 'Present when there is too little data for the requested model.' },
)

/** The answer to a question. */
export const queryData = Type.Object({
  rows: reportRows,
  totals: reportRow,
  currency: Type.String({ description: 'ISO 4217 code of all money except the unconverted.' }),
  unconverted: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }), {
    description:
      'Net money in currencies without a rate to this one. It is not part of any figure.',
  }),
  staleRates: Type.Optional(
    Type.Array(
      Type.Object({ currency: Type.String(), rateDay: Type.String(), paidDay: Type.String() }),
      {
        description:
          'Exchange rates that were used though they were more than 7 days old when the payments were made; absent when there are none.',
      },
    ),
  ),
  intervals: Type.Optional(
    Type.Object(
      { rows: Type.Array(intervals), totals: intervals },
      {
        description: 'The intervals of the rates, by row. Present when such a rate was requested.',
      },
    ),
  ),
  comparison: Type.Optional(
    Type.Object({
      dateRange: dayRange,
      until: Type.Optional(
        Type.String({
          description:
            'Present when the range is still running: the moment on the last day of the comparison up to which it counts, such as 2026-11-19T15:20:00+01:00.',
        }),
      ),
      rows: reportRows,
      totals: reportRow,
      change: Type.Object(
        { rows: Type.Array(changes), totals: changes },
        { description: 'How much each row above has changed, in their order, and the totals.' },
      ),
      modelFallback: Type.Optional(modelFallback),
    }),
  ),
  costsKnown: Type.Optional(
    Type.Object(
      {
        payments: Type.Number(),
        feesKnown: Type.Number({ description: 'Of those, how many have known fees.' }),
        taxKnown: Type.Number({ description: 'Of those, how many have known tax.' }),
        grossRevenue: Type.Number(),
        feesKnownRevenue: Type.Number({ description: 'Of that, with known fees.' }),
      },
      {
        description:
          'With fees, tax or takeHome: for how many payments, and for how much revenue, fees and tax are known. Unknown ones count as 0.',
      },
    ),
  ),
  recurring: Type.Optional(
    Type.Object(
      { subscriptions: Type.Integer(), leftOut: Type.Integer() },
      {
        description:
          'With mrr: how many active subscriptions it includes, and how many with a payment in the 13 months before are left out because their billing interval is unknown.',
      },
    ),
  ),
  modelFallback: Type.Optional(modelFallback),
  nextCursor: Type.Optional(Type.String({ description: 'The cursor for the next rows.' })),
  query: Type.Object(
    {
      metrics: Type.Array(Type.String()),
      dimensions: Type.Array(Type.String()),
      dateRange: dayRange,
      timezone: Type.String(),
      model: Type.Enum([...models]),
      lookback: Type.Union([Type.Integer(), Type.Literal('none')]),
    },
    { description: 'The question as it was understood.' },
  ),
})

export type ReportRow = Static<typeof reportRow>
export type QueryAnswer = Static<typeof queryData>
