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

/** Those that are about payments alone, and so say something about unattributed revenue, too. */
const paid: readonly Metric[] = ['revenue', 'tax', 'fees', 'takeHome']

/** Whether a figure needs no visits to be counted. */
export function isOfPayments(metric: Metric): boolean {
  return paid.includes(metric)
}

/** Whether a figure is an amount of money. */
export function isMoney(metric: Metric): boolean {
  return money.includes(metric)
}

/** A figure in full, by what it measures; a dash where there is nothing to divide by. */
export function formatFigure(metric: Metric, value: number | null, currency: string): string {
  if (value === null) return '–'
  if (isMoney(metric)) return formatMoney(value, currency)
  if (shares.includes(metric)) return formatShare(value)
  return metric === 'sessionDuration' ? formatDuration(value) : formatCount(value)
}

/** The same in a large size: cents are dropped only when they no longer matter. */
export function formatHeadlineFigure(
  metric: Metric,
  value: number | null,
  currency: string,
): string {
  if (value === null || !isMoney(metric)) return formatFigure(metric, value, currency)
  return formatHeadlineMoney(value, currency)
}

/** What an axis says at its ticks, short. */
export function formatTicks(metric: Metric, ticks: readonly number[], currency: string): string[] {
  if (isMoney(metric)) return formatMoneyTicks(ticks, currency)
  if (shares.includes(metric)) return ticks.map(formatWholeShare)
  return ticks.map(metric === 'sessionDuration' ? formatDuration : formatShortCount)
}
