import { invalidInput, type Operations } from '../operation.ts'
import {
  type SubscriptionReport,
  subscriptionMetrics,
  subscriptionReportData,
  subscriptionReportInput,
} from '../subscriptions.ts'
import { markdownList } from './markdown-list.ts'

const figures: SubscriptionReport['series'][number] = {
  period: '2026-11-01',
  startMrr: 870,
  newMrr: 87,
  expansionMrr: 20,
  reactivationMrr: 0,
  contractionMrr: 0,
  churnedMrr: 29,
  mrr: 948,
  startCustomers: 30,
  newCustomers: 3,
  reactivatedCustomers: 0,
  churnedCustomers: 1,
  customers: 32,
  customerChurn: 0.033333,
  revenueChurn: 0.033333,
  netRevenueChurn: 0.010345,
  arpu: 29.63,
  ltv: 888.75,
  quickRatio: 3.689655,
}
const trials = { trialsStarted: 5, trialsConverted: 3, trialsOpen: 1, trialConversion: 0.75 }
const { period: _, ...totals } = figures
const periods = [{ reached: 3, active: 3, mrr: 87, retention: 1 }]

const report: SubscriptionReport = {
  totals: { ...totals, ...trials },
  series: [figures],
  rows: [{ key: 'google', ...totals, ...trials, spend: 120, cac: 40, paybackMonths: 1.37931 }],
  trials: [{ cohort: '2026-11-01', ...trials }],
  cohorts: [{ cohort: '2026-11-01', customers: 3, periods }],
  cohortsByKey: [{ key: 'google', customers: 3, periods }],
  currency: 'USD',
  coverage: { subscriptions: 40, unpriced: 0, unknownDiscounts: 0, withoutRate: [] },
  query: {
    dateRange: ['2026-11-01', '2026-11-20'],
    interval: 'month',
    dimension: 'source',
    model: 'last-non-direct',
  },
}

/** Subscriptions, from what payment providers say about them. */
export const subscriptionOperations = {
  'POST /api/v1/subscriptions/report': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: subscriptionReportInput,
    data: subscriptionReportData,
    tables: ['series', 'totals', 'rows', 'trials', 'cohorts', 'cohortsByKey'] as const,
    docs: {
      id: 'reportSubscriptions',
      summary: 'Get MRR, churn and trial conversion',
      description: `Returns the monthly recurring revenue at the end of the range and everything that moved it, in total, per period and by a dimension of the visit that customers are credited to. Movements are counted per customer and day of the site's time zone. Includes everything acknowledged before the request.\n\nMetrics:\n\n${markdownList(subscriptionMetrics)}`,
      bodies: {
        bySource: {
          summary: 'By source',
          value: { dateRange: ['2026-11-01', '2026-11-20'], dimension: 'source' },
        },
      },
      reply: 'The report',
      example: report,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
} satisfies Operations
