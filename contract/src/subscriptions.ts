import Type, { type Static } from 'typebox'
import { queryInput } from './query.ts'
import { count, currency, share } from './questions/scope.ts'

/** What every figure means, said once. */
export const subscriptionMetrics = {
  startMrr: 'MRR at the start of the range.',
  newMrr: 'MRR of customers who never paid before.',
  expansionMrr: 'Additional MRR of existing customers.',
  reactivationMrr: 'MRR of customers who returned.',
  contractionMrr: 'MRR lost from customers who stay.',
  churnedMrr: 'MRR of customers who left.',
  mrr: 'MRR at the end: startMrr + newMrr + expansionMrr + reactivationMrr - contractionMrr - churnedMrr.',
  startCustomers: 'Customers with MRR at the start.',
  newCustomers: 'Customers who paid for the first time.',
  reactivatedCustomers: 'Customers who returned.',
  churnedCustomers: 'Customers whose MRR became 0.',
  customers: 'Customers with MRR at the end.',
  customerChurn: 'churnedCustomers / startCustomers.',
  revenueChurn: '(churnedMrr + contractionMrr) / startMrr.',
  netRevenueChurn:
    '(churnedMrr + contractionMrr - expansionMrr - reactivationMrr) / startMrr; negative when more was gained.',
  arpu: 'mrr / customers.',
  ltv: 'arpu / customerChurn of a month (of longer ranges: their average month).',
  quickRatio: '(newMrr + expansionMrr + reactivationMrr) / (churnedMrr + contractionMrr).',
  trialsStarted: 'Trials that began in the range.',
  trialsConverted: 'Those that were paid for by its end.',
  trialsOpen: 'Those still running at its end.',
  trialConversion: 'trialsConverted / (trialsStarted - trialsOpen).',
  spend: 'Ad spend; null if not reported.',
  cac: 'spend / newCustomers.',
  paybackMonths: 'spend / newMrr: months until new customers have paid what they cost.',
} as const

export const subscriptionModels = ['first', 'last', 'last-non-direct'] as const

export const subscriptionReportInput = Type.Object({
  dateRange: queryInput.properties.dateRange,
  interval: Type.Optional(
    Type.Enum(['day', 'week', 'month'], {
      description: 'must be day, week or month; month by default',
    }),
  ),
  dimension: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'must be plan, product or a dimension of visits, such as source; source by default. A customer with several plans is in the row of each, with the amount paid for it',
    }),
  ),
  value: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Only customers with this value of the dimension',
    }),
  ),
  unattributed: Type.Optional(
    Type.Boolean({ description: 'Only customers who are linked to no visit' }),
  ),
  model: Type.Optional(
    Type.Enum([...subscriptionModels], {
      description: `Which visit a customer is credited to: ${subscriptionModels.join(', ')}; last-non-direct by default`,
    }),
  ),
  lookback: queryInput.properties.lookback,
})

export type SubscriptionReportInput = Static<typeof subscriptionReportInput>

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const key = Type.Union([Type.String(), Type.Null()], {
  description: 'The value of the dimension; null for customers who are linked to no visit.',
})
const day = Type.String({ examples: ['2026-11-01'] })

const figures = {
  startMrr: Type.Number(),
  newMrr: Type.Number(),
  expansionMrr: Type.Number(),
  reactivationMrr: Type.Number(),
  contractionMrr: Type.Number(),
  churnedMrr: Type.Number(),
  mrr: Type.Number(),
  startCustomers: Type.Integer(),
  newCustomers: Type.Integer(),
  reactivatedCustomers: Type.Integer(),
  churnedCustomers: Type.Integer(),
  customers: Type.Integer(),
  customerChurn: nullable(Type.Number()),
  revenueChurn: nullable(Type.Number()),
  netRevenueChurn: nullable(Type.Number()),
  arpu: nullable(Type.Number()),
  ltv: nullable(Type.Number()),
  quickRatio: nullable(Type.Number()),
}

const subscriptionFigures = Type.Object(figures)

export type SubscriptionFigures = Static<typeof subscriptionFigures>

const trialFigures = {
  trialsStarted: count('Trials that began.'),
  trialsConverted: count('Those that were paid for by the end of the range.'),
  trialsOpen: count('Those still running at its end.'),
  trialConversion: share('trialsConverted / (trialsStarted - trialsOpen).'),
}

const trialCohort = Type.Object({ cohort: day, ...trialFigures })

export type TrialCohort = Static<typeof trialCohort>

const mrrPeriod = Type.Object({
  reached: count(
    'Customers whose first payment was at least this many months before the end of the range.',
  ),
  active: count('Those who pay then.'),
  mrr: Type.Number({ description: 'Their MRR then.' }),
  retention: share('mrr / their first MRR.'),
})

export type MrrPeriod = Static<typeof mrrPeriod>

const periods = Type.Array(mrrPeriod, {
  description: 'At the end of the first day, a month later, two months later, and so on.',
})

export const subscriptionReportData = Type.Object({
  totals: Type.Object({ ...figures, ...trialFigures }),
  series: Type.Array(Type.Object({ period: day, ...figures }), {
    description: 'Each day, week or month of the range, named by its first day in the range.',
  }),
  rows: Type.Array(
    Type.Object({
      key,
      ...figures,
      ...trialFigures,
      spend: nullable(Type.Number()),
      cac: nullable(Type.Number()),
      paybackMonths: nullable(Type.Number()),
    }),
    {
      description:
        'By the dimension, most MRR first. `value` and `unattributed` do not limit them.',
    },
  ),
  trials: Type.Array(trialCohort, { description: 'By the month in which the trials began.' }),
  cohorts: Type.Array(Type.Object({ cohort: day, customers: Type.Integer(), periods }), {
    description: 'By the month of the first payment.',
  }),
  cohortsByKey: Type.Array(Type.Object({ key, customers: Type.Integer(), periods }), {
    description: 'By the dimension, of those who first paid in the range.',
  }),
  currency,
  coverage: Type.Object({
    subscriptions: count('All known subscriptions.'),
    unpriced: count('Those with a part that has no fixed price, which counts 0.'),
    unknownDiscounts: count('Those with a discount whose size no provider stated, which counts 0.'),
    withoutRate: Type.Array(Type.String(), {
      description: 'Currencies without an exchange rate; payments in them count 0.',
    }),
  }),
  query: Type.Object({
    dateRange: Type.Tuple([Type.String(), Type.String()]),
    interval: Type.Enum(['day', 'week', 'month']),
    dimension: Type.String(),
    model: Type.Enum([...subscriptionModels]),
  }),
})

export type SubscriptionReport = Static<typeof subscriptionReportData>
