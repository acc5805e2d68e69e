import type { Metric } from '@tributary/contract/query.ts'
import { formatDuration } from './duration.ts'
import { formatHeadlineMoney, formatMoney, formatMoneyTicks } from './money.ts'
import { formatCount, formatShare, formatShortCount, formatWholeShare } from './number.ts'

const money: readonly Metric[] = [
  'revenue',
  'grossRevenue',
  'refunds',
  'tax',
  'fees',
  'takeHome',
  'revenuePerVisitor',
  'averageOrderValue',
]
const shares: readonly Metric[] = ['bounceRate', 'conversionRate']

/** Metrics of payments alone, which unattributed revenue has, too. */
const paid: readonly Metric[] = ['revenue', 'tax', 'fees', 'takeHome']

/** Whether a figure needs no visits to be counted. */
export function isOfPayments(metric: Metric): boolean {
  return paid.includes(metric)
}

/** Whether a figure is an amount of money. */
export function isMoney(metric: Metric): boolean {
  return money.includes(metric)
}

/** A figure in full, formatted by its metric; a dash where the divisor is 0. */
export function formatFigure(metric: Metric, value: number | null, currency: string): string {
  if (value === null) return '–'
  if (isMoney(metric)) return formatMoney(value, currency)
  if (shares.includes(metric)) return formatShare(value)
  return metric === 'sessionDuration' ? formatDuration(value) : formatCount(value)
}

/** A figure in a large size: cents are dropped once they no longer matter. */
export function formatHeadlineFigure(
  metric: Metric,
  value: number | null,
  currency: string,
): string {
  if (value === null || !isMoney(metric)) return formatFigure(metric, value, currency)
  return formatHeadlineMoney(value, currency)
}

/** The short text at an axis's ticks. */
export function formatTicks(metric: Metric, ticks: readonly number[], currency: string): string[] {
  if (isMoney(metric)) return formatMoneyTicks(ticks, currency)
  if (shares.includes(metric)) return ticks.map(formatWholeShare)
  return ticks.map(metric === 'sessionDuration' ? formatDuration : formatShortCount)
}
