import type { Metric } from '@tributary/contract/query.ts'
import type { SessionMeasure } from './queries/session-measures.ts'

interface Needs {
  /** What is added up over visits or single events. */
  measures: readonly SessionMeasure[]
  /** By page: whether it counts the visits that began there, rather than those that viewed the page. */
  ofEntries?: true
  money?: true
}

const money = { measures: [], money: true } as const

/** The parts that each metric is computed from. */
export const metricNeeds: Readonly<Record<Metric, Needs>> = {
  visitors: { measures: ['visitors'] },
  sessions: { measures: ['sessions'] },
  pageViews: { measures: ['pageViews'] },
  viewsPerSession: { measures: ['pageViews', 'sessions'], ofEntries: true },
  bounceRate: { measures: ['bounces', 'sessions'], ofEntries: true },
  sessionDuration: { measures: ['durationMs', 'sessions'], ofEntries: true },
  engagedTime: { measures: ['engagedMs', 'sessions'], ofEntries: true },
  entries: { measures: ['sessions'], ofEntries: true },
  exits: { measures: ['sessions'], ofEntries: true },
  goals: { measures: ['goals'] },
  goalConversionRate: { measures: ['goalVisitors', 'visitors'], ofEntries: true },
  revenue: money,
  grossRevenue: money,
  newRevenue: money,
  renewalRevenue: money,
  refunds: money,
  tax: money,
  fees: money,
  takeHome: money,
  feesKnown: money,
  feesKnownRevenue: money,
  mrr: money,
  payments: money,
  customers: money,
  newCustomers: money,
  conversionRate: { measures: ['visitors'], money: true },
  revenuePerVisitor: { measures: ['visitors'], money: true },
  averageOrderValue: money,
  daysToConversion: money,
  sessionsToConversion: money,
}

/** Metrics by goal: a goal earns nothing by itself and has no visits of its own. */
export const metricsOfGoals: readonly Metric[] = [
  'visitors',
  'sessions',
  'goals',
  'goalConversionRate',
]

/** Metrics by product and other payment dimensions, which no visit has. */
export function isOfMoneyAlone(metric: Metric): boolean {
  const { measures, money } = metricNeeds[metric]
  return money === true && measures.length === 0
}

/** Metrics that depend on whether a payment is its customer's first. */
export function needsFirsts(metric: Metric): boolean {
  return metric === 'newCustomers' || needsJourneys(metric)
}

/** Metrics computed from fees or tax, or from the share for which these are known. */
export function needsCosts(metric: Metric): boolean {
  return needsKnownFees(metric) || metric === 'feesKnown' || metric === 'feesKnownRevenue'
}

/** Metrics that are only as complete as the known fees and tax. */
export function needsKnownFees(metric: Metric): boolean {
  return metric === 'fees' || metric === 'tax' || metric === 'takeHome'
}

/** Metrics of how customers came to their first payment. */
export function needsJourneys(metric: Metric): boolean {
  return metric === 'daysToConversion' || metric === 'sessionsToConversion'
}
