import type { Metric } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../payments/money.ts'
import type { MoneyFigures } from './money-figures.ts'
import type { VisitLine } from './visits.ts'

/** All that is known of one line of a report. */
export interface Figures {
  line: VisitLine | undefined
  money: MoneyFigures | undefined
  currency: string
}

/** The value of a metric in a line; null where there is nothing to divide by. */
export function figure(metric: Metric, { line, money, currency }: Figures): number | null {
  const visits = line?.visits ?? {}
  const counted = { ...visits, ...line?.seen }
  const major = (minor: number) => toMajorUnits(minor, currency)
  const gross = money?.grossMinor ?? 0
  const net = gross - (money?.refundsMinor ?? 0)
  switch (metric) {
    case 'visitors':
    case 'sessions':
    case 'pageViews':
    case 'goals':
      return counted[metric] ?? 0
    case 'viewsPerSession':
      return ratio(visits.pageViews, visits.sessions)
    case 'bounceRate':
      return ratio(visits.bounces, visits.sessions)
    case 'sessionDuration':
      return visits.sessions ? Math.round((visits.durationMs ?? 0) / visits.sessions / 1000) : null
    case 'revenue':
      return major(net)
    case 'grossRevenue':
      return major(gross)
    case 'refunds':
      return major(money?.refundsMinor ?? 0)
    case 'payments':
      return rounded(money?.payments ?? 0)
    case 'customers':
      return rounded(money?.customers ?? 0)
    case 'conversionRate':
      return ratio(money?.linkedCustomers ?? 0, counted.visitors)
    case 'revenuePerVisitor':
      return counted.visitors ? major(Math.round(net / counted.visitors)) : null
    case 'averageOrderValue':
      return money?.convertedPayments ? major(Math.round(gross / money.convertedPayments)) : null
  }
}

/** Rates are rounded to six places: more would be floating-point noise. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

function ratio(part: number | undefined, whole: number | undefined): number | null {
  return whole ? rounded((part ?? 0) / whole) : null
}

/** Metrics that need the ledger. */
export function needsMoney(metric: Metric): boolean {
  const ofMoney: readonly Metric[] = [
    'revenue',
    'grossRevenue',
    'refunds',
    'payments',
    'customers',
    'conversionRate',
    'revenuePerVisitor',
    'averageOrderValue',
  ]
  return ofMoney.includes(metric)
}
