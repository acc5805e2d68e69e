import Type, { type Static } from 'typebox'
import { day } from './day.ts'
import { modelFallback, queryInput } from './query.ts'

export const mostSpendRows = 1000
/** The most characters of an export; some 50,000 rows. */
export const longestSpendFile = 4_000_000
export const spendRowsRequired = 'rows parameter is required'

const word = (description: string) => Type.String({ maxLength: 255, description })
const nullable = <Schema extends Type.TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
const whole = { minimum: 0, maximum: 1_000_000_000_000 }

/** Ad costs on a day. The day and the five UTM values identify a row; a later report replaces it. */
export const spendRowInput = Type.Object({
  day: day("A day of the site's time zone"),
  source: word('Where the visits come from, as reports call it, such as google'),
  medium: Type.Optional(word('utm_medium of the ads, such as cpc')),
  campaign: Type.Optional(word('utm_campaign of the ads')),
  term: Type.Optional(word('utm_term')),
  content: Type.Optional(word('utm_content')),
  currency: Type.Optional(
    Type.String({ maxLength: 3, description: "ISO 4217 code; the site's own by default" }),
  ),
  amount: Type.Number({ minimum: 0, description: 'Major currency units', examples: [12.5] }),
  clicks: Type.Optional(Type.Integer({ ...whole, description: 'Unknown when absent' })),
  impressions: Type.Optional(Type.Integer({ ...whole, description: 'Unknown when absent' })),
})

export type SpendRowInput = Static<typeof spendRowInput>

export const spendInput = Type.Object({
  rows: Type.Array(spendRowInput, { minItems: 1, maxItems: mostSpendRows }),
})

export const spendSavedData = Type.Object({
  saved: Type.Integer({ description: 'Rows that are stored now' }),
  replaced: Type.Integer({ description: 'Those that replaced an existing row' }),
})

export const spendRow = Type.Object({
  spendId: Type.String({ description: 'The same for the same day and words' }),
  day: Type.String({ examples: ['2026-11-02'] }),
  source: Type.String({ examples: ['google'] }),
  medium: Type.String(),
  campaign: Type.String(),
  term: Type.String(),
  content: Type.String(),
  currency: Type.String({ examples: ['USD'] }),
  amount: Type.Number({ examples: [12.5] }),
  clicks: nullable(Type.Integer()),
  impressions: nullable(Type.Integer()),
})

export type SpendRow = Static<typeof spendRow>

const range = {
  from: Type.Optional(day('First day')),
  to: Type.Optional(day('Last day')),
  source: Type.Optional(word('Only of this source')),
  campaign: Type.Optional(word('Only of this campaign')),
}

export const spendQuery = Type.Object({
  ...range,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostSpendRows, default: 100 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'nextCursor of the page before' }),
  ),
})

export const spendData = Type.Object({
  rows: Type.Array(spendRow, { description: 'The latest day first' }),
  nextCursor: Type.Optional(Type.String()),
})

export type SpendList = Static<typeof spendData>

export const spendDeletion = Type.Object({
  spendId: Type.Optional(Type.String({ maxLength: 64, description: 'One row' })),
  ...range,
})

export const spendDeletedData = Type.Object({
  deleted: Type.Integer(),
  rows: Type.Array(spendRow, { description: 'The deleted rows; PUT them to undo' }),
})

export const spendImportInput = Type.Object({
  csv: Type.String({
    maxLength: longestSpendFile,
    description: 'The export, as text: of Google Ads, of Meta Ads, or any with a day and an amount',
  }),
  source: Type.Optional(word('If the file names none; google and facebook are detected')),
  medium: Type.Optional(word('If the file names none; cpc and paid_social are detected')),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      description: "Where the file names none; the site's own by default",
    }),
  ),
  dayFirst: Type.Optional(
    Type.Boolean({
      description: 'Whether 01/02/2026 is in February, if the file does not show it',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Only returns what would be stored' })),
  skipErrors: Type.Optional(Type.Boolean({ description: 'Stores the lines that can be read' })),
})

export type SpendImportInput = Static<typeof spendImportInput>

export const spendImportData = Type.Object({
  format: Type.Enum(['google-ads', 'meta', 'generic']),
  columns: Type.Record(Type.String(), Type.String(), {
    description: 'The meaning of each column of the file',
  }),
  rows: Type.Integer({ description: 'Rows after lines of the same day and words were added up' }),
  lines: Type.Integer({ description: 'Lines of the file that were read' }),
  skipped: Type.Integer({ description: 'Sums at the end or the beginning of the file' }),
  replaces: Type.Integer({ description: 'Existing rows with new values' }),
  saved: Type.Integer(),
  firstDay: nullable(Type.String()),
  lastDay: nullable(Type.String()),
  totals: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() })),
  preview: Type.Array(spendRow, { description: 'The first 20' }),
  errorCount: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
    description: 'The first 50, by the line of the file, counted from 1',
  }),
})

export type SpendImport = Static<typeof spendImportData>

export const spendDimensions = [
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'day',
  'week',
  'month',
] as const

export type SpendDimension = (typeof spendDimensions)[number]

/** The definition of every figure of the report. */
export const spendMetrics = {
  spend: 'What the ads cost, in the site’s currency; null if not reported, which is not 0.',
  clicks: 'Clicks as the ad network counts them; null if not reported.',
  impressions: 'Impressions as the ad network counts them; null if not reported.',
  costPerClick: 'Spend of the rows with clicks / those clicks.',
  sessions: 'Visits that began in the range.',
  revenue: 'Payments less refunds that are credited to it.',
  tax: 'Tax in those payments less the tax in those refunds; unknown tax counts as 0.',
  fees: 'Payment providers’ fees for them; unknown fees count as 0, see feesKnown.',
  takeHome: 'revenue - tax - fees.',
  feesKnown: 'Payments whose fees are known / payments; null without payments.',
  newCustomers: 'Customers’ very first payments that are credited to it.',
  cac: 'Cost per customer: spend / newCustomers.',
  roas: 'Return on spend: revenue / spend.',
  profit: 'revenue - spend.',
  cohortRevenue:
    'Payments until now, less refunds, of people whose very first visit is one of these.',
  paybackDays:
    'Days after their first visits until cohortRevenue covered the spend for good; null while it does not.',
} as const

export const spendReportInput = Type.Object({
  dateRange: queryInput.properties.dateRange,
  dimensions: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: 6,
      description: `must be a list of ${spendDimensions.join(', ')}; source, medium and campaign by default`,
    }),
  ),
  model: queryInput.properties.model,
  lookback: queryInput.properties.lookback,
  refundsOn: queryInput.properties.refundsOn,
  include: Type.Optional(
    Type.Enum(['spend', 'all'], {
      description: 'Only rows with spend, or all; spend by default',
    }),
  ),
  revenueDays: Type.Optional(
    Type.Enum(['range', 'spend'], {
      description:
        'Whether sessions, revenue and customers are of all days of the range, or only of those with spend; range by default',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  cursor: Type.Optional(Type.String({ maxLength: 60 })),
})

export type SpendReportInput = Static<typeof spendReportInput>

const money = nullable(Type.Number())
const figures = {
  spend: money,
  clicks: nullable(Type.Integer()),
  impressions: nullable(Type.Integer()),
  costPerClick: money,
  sessions: Type.Integer(),
  revenue: Type.Number(),
  tax: Type.Number(),
  fees: Type.Number(),
  takeHome: Type.Number(),
  feesKnown: nullable(Type.Number()),
  newCustomers: Type.Number(),
  cac: money,
  roas: money,
  profit: money,
  cohortRevenue: Type.Number(),
  paybackDays: nullable(Type.Integer()),
}

const named = Object.fromEntries(
  spendDimensions.map((name) => [name, Type.Optional(Type.String())]),
) as Record<SpendDimension, Type.TOptional<Type.TString>>

export const spendReportData = Type.Object({
  rows: Type.Array(Type.Object({ ...named, ...figures }), {
    description: 'Most spend first; rows with unknown spend last',
  }),
  totals: Type.Object(figures, { description: 'Of all rows with spend, however many are shown' }),
  coverage: Type.Object(
    {
      spendDays: Type.Integer({ description: 'Days with spend of any source' }),
      days: Type.Integer({ description: 'Days of the range that have begun' }),
    },
    { description: 'How much of the range has spend' },
  ),
  currency: Type.String({ examples: ['USD'] }),
  unconverted: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }), {
    description: 'Spend without an exchange rate; it is in no other figure',
  }),
  modelFallback: Type.Optional(modelFallback),
  nextCursor: Type.Optional(Type.String()),
  query: Type.Object({
    dimensions: Type.Array(Type.String()),
    dateRange: Type.Tuple([Type.String(), Type.String()]),
    model: Type.String(),
  }),
})

export type SpendReport = Static<typeof spendReportData>
export type SpendReportRow = SpendReport['rows'][number]
export type SpendFigures = SpendReport['totals']
