import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'

// Subscription reports as tables, for spreadsheets.

const figures = [
  ...[
    'startMrr',
    'newMrr',
    'expansionMrr',
    'reactivationMrr',
    'contractionMrr',
    'churnedMrr',
    'mrr',
  ],
  ...['startCustomers', 'newCustomers', 'reactivatedCustomers', 'churnedCustomers', 'customers'],
  ...['customerChurn', 'revenueChurn', 'netRevenueChurn', 'arpu', 'ltv', 'quickRatio'],
]
const trialFigures = ['trialsStarted', 'trialsConverted', 'trialsOpen', 'trialConversion']
const periodFigures = ['customers', 'month', 'reached', 'active', 'mrr', 'retention', 'currency']

export const subscriptionTables = {
  totals: ({ totals, currency }: SubscriptionReport) => ({
    columns: [...figures, ...trialFigures, 'currency'],
    rows: [{ ...totals, currency }],
  }),
  series: ({ series, currency }: SubscriptionReport) => ({
    columns: ['period', ...figures, 'currency'],
    rows: series.map((row) => ({ ...row, currency })),
  }),
  rows: ({ rows, currency, query }: SubscriptionReport) => ({
    columns: [
      query.dimension,
      ...[...figures, ...trialFigures, 'spend', 'cac', 'paybackMonths', 'currency'],
    ],
    rows: rows.map(({ key, ...row }) => ({ [query.dimension]: key, ...row, currency })),
  }),
  trials: ({ trials }: SubscriptionReport) => ({
    columns: ['cohort', ...trialFigures],
    rows: trials,
  }),
  cohorts: ({ cohorts, currency }: SubscriptionReport) => ({
    columns: ['cohort', ...periodFigures],
    rows: cohorts.flatMap(({ cohort, customers, periods }) =>
      periods.map((period, month) => ({ cohort, customers, month, ...period, currency })),
    ),
  }),
  cohortsByKey: ({ cohortsByKey, currency, query }: SubscriptionReport) => ({
    columns: [query.dimension, ...periodFigures],
    rows: cohortsByKey.flatMap(({ key, customers, periods }) =>
      periods.map((period, month) => ({
        [query.dimension]: key,
        ...{ customers, month, ...period, currency },
      })),
    ),
  }),
}
