import type { Dimension, Metric } from '@tributary/contract/report-words.ts'
import { AppError } from '../errors.ts'

const moneyMetrics: readonly Metric[] = [
  'revenue',
  'grossRevenue',
  'refunds',
  'payments',
  'customers',
  'conversionRate',
  'revenuePerVisitor',
  'averageOrderValue',
]
const moneyOnly: readonly Metric[] = [
  'revenue',
  'grossRevenue',
  'refunds',
  'payments',
  'customers',
  'averageOrderValue',
]

/** Whether a metric needs the payments. */
export function needsMoney(metric: Metric): boolean {
  return moneyMetrics.includes(metric)
}

/** Whether a metric needs more than the payments: visits, page views or goals. */
export function needsEvents(metric: Metric): boolean {
  return !moneyOnly.includes(metric)
}

/** Refuses what has no meaning: money by goal, and visits by how somebody paid. */
export function refuseMismatches(asked: { metrics: Metric[]; dimensions: Dimension[] }): void {
  if (asked.dimensions.includes('goal')) {
    refuse(asked.metrics.filter(needsMoney), 'goal', 'No payment belongs to a goal')
  }
  for (const dimension of ['provider', 'linkMethod'] as const) {
    if (!asked.dimensions.includes(dimension)) continue
    refuse(asked.metrics.filter(needsEvents), dimension, 'Only money has one')
  }
}

function refuse(metrics: readonly Metric[], dimension: Dimension, reason: string): void {
  if (metrics.length === 0) return
  throw new AppError(
    'invalid',
    `${metrics.join(', ')} cannot be broken down by ${dimension}. ${reason}.`,
  )
}
