import type { Metric } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../money/money.ts'
import { metricNeeds } from './metric-needs.ts'
import type { MoneyFigures } from './money/add-up-money.ts'
import type { Measures, VisitLine } from './visits.ts'

/** All basic figures of one row of a report. */
export interface Figures {
  line: VisitLine | undefined
  money: MoneyFigures | undefined
  currency: string
  /** Whether the report is broken down by pages or goals: visitors are then those of the hits, never of visits. */
  ofHits: boolean
  isTotal: boolean
}

/** The basic counts of a row, whatever else was requested. */
export function countedOf({ line, ofHits }: Pick<Figures, 'line' | 'ofHits'>): Measures {
  return (ofHits ? line?.seen : line?.visits) ?? {}
}

/** The value of a metric in a row; null if the divisor is 0. */
export function figure(metric: Metric, figures: Figures): number | null {
  const { line, money, currency, ofHits, isTotal } = figures
  const visits = line?.visits ?? {}
  const counted = countedOf(figures)
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
      return seconds(visits.durationMs, visits.sessions)
    case 'engagedTime':
      return seconds(visits.engagedMs, visits.sessions)
    case 'entries':
      return visits.sessions ?? 0
    case 'exits':
      // A page's exits are not its entries; in total there are as many.
      return (ofHits && !isTotal ? line?.exits : visits.sessions) ?? 0
    case 'goalConversionRate':
      return ratio(goalVisitors(line), visits.visitors)
    case 'revenue':
      return major(net)
    case 'grossRevenue':
      return major(gross)
    case 'newRevenue':
      return major(gross - (money?.renewalMinor ?? 0))
    case 'renewalRevenue':
      return major(money?.renewalMinor ?? 0)
    case 'mrr':
      return major(money?.mrrMinor ?? 0)
    case 'refunds':
      return major(money?.refundsMinor ?? 0)
    case 'tax':
      return major(money?.taxMinor ?? 0)
    case 'fees':
      return major(money?.feesMinor ?? 0)
    case 'takeHome':
      return major(net - (money?.taxMinor ?? 0) - (money?.feesMinor ?? 0))
    case 'feesKnown':
      return ratio(money?.feesKnownPayments, money?.convertedPayments)
    case 'feesKnownRevenue':
      return ratio(money?.feesKnownMinor, gross)
    case 'payments':
      return rounded(money?.payments ?? 0)
    case 'customers':
      return rounded(money?.customers ?? 0)
    case 'newCustomers':
      return rounded(money?.newCustomers ?? 0)
    case 'conversionRate':
      return ratio(money?.linkedCustomers ?? 0, counted.visitors)
    case 'revenuePerVisitor':
      return counted.visitors ? major(Math.round(net / counted.visitors)) : null
    case 'averageOrderValue':
      return money?.convertedPayments ? major(Math.round(gross / money.convertedPayments)) : null
    case 'daysToConversion':
      return median(money, ({ days }) => Math.round(days * 10) / 10)
    case 'sessionsToConversion':
      return median(money, ({ visits: count }) => count)
  }
}

/**
 * Visitors who reached a goal: in a breakdown by goal, those of the goal; otherwise those with a visit that reached
 * any.
 */
export function goalVisitors(line: VisitLine | undefined): number {
  return line?.visits.goalVisitors ?? line?.seen.visitors ?? 0
}

/** The value that half of the customers, by their credited shares, do not exceed. */
function median(
  money: MoneyFigures | undefined,
  measure: (conversion: MoneyFigures['conversions'][number]) => number,
): number | null {
  const weighed = (money?.conversions ?? [])
    .map((conversion) => ({ value: measure(conversion), share: conversion.share }))
    .sort((a, b) => a.value - b.value)
  const half = weighed.reduce((sum, { share }) => sum + share, 0) / 2
  let passed = 0
  for (const { value, share } of weighed) {
    passed += share
    // Careful: shares such as a third do not sum to a whole to the last bit.
    if (passed >= half - 1e-9) return value
  }
  return null
}

/** Rates are rounded to six places: more would be floating-point noise. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

function ratio(part: number | undefined, whole: number | undefined): number | null {
  return whole ? rounded((part ?? 0) / whole) : null
}

function seconds(ms: number | undefined, visits: number | undefined): number | null {
  return visits ? Math.round((ms ?? 0) / visits / 1000) : null
}

/** Metrics that need the ledger. */
export function needsMoney(metric: Metric): boolean {
  return metricNeeds[metric].money === true
}
