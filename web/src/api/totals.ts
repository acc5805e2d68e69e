import type { Metric, QueryAnswer, ReportRow } from '@tributary/contract/query.ts'
import type { RateInterval } from '../format/interval.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { comparisonOf, figureIn, numberIn, type Scope, scopeOf } from './query.ts'
import { useReport } from './report.ts'

/** The headline figures, in the order they are shown. */
export const figureNames = [
  'visitors',
  'revenue',
  'revenuePerVisitor',
  'conversionRate',
  'sessions',
  'pageViews',
  'bounceRate',
  'sessionDuration',
] as const satisfies Metric[]
export type FigureName = (typeof figureNames)[number]

/** Figures that do not depend on money. */
export const trafficFigures: readonly FigureName[] = [
  'visitors',
  'sessions',
  'pageViews',
  'bounceRate',
  'sessionDuration',
]

/** The parts of revenue; refunds are positive amounts, but are subtracted. */
export const moneyParts = ['newRevenue', 'renewalRevenue', 'refunds'] as const satisfies Metric[]
type MoneyPart = (typeof moneyParts)[number]

const costs = ['tax', 'fees', 'takeHome'] as const satisfies Metric[]

/** Null if the divisor is 0. */
type Figures = Record<FigureName, number | null>

/** The figures of a range, those of the period it is compared with, and the relative changes. */
export interface Totals {
  now: Figures
  before: Figures | undefined
  change: Partial<Record<FigureName | MoneyPart, number>>
  /** The parts of the revenue; empty if money was not requested. */
  parts: Record<MoneyPart, number>
  /** The revenue after tax and fees, and for how much of it these are known. */
  costs: Record<(typeof costs)[number], number>
  costsKnown: QueryAnswer['costsKnown']
  /** The confidence intervals of the rates, if available. */
  intervals: Partial<Record<FigureName, RateInterval>>
  currency: string
  /** Money that is in none of the figures, because no rate is known. */
  unconverted: { currency: string; amount: number }[]
  /** Rates that were old when they were used. */
  staleRates: { currency: string; rateDay: string }[]
  days: [string, string]
  daysBefore: [string, string] | undefined
  /** The moment on the last of those days up to which they count, if this range is still running. */
  until: string | undefined
  timezone: string
}

/** The headline figures with their change against the comparison. */
export function useTotals(
  siteId: string,
  scope: Scope & Pick<ReportState, 'comparison'>,
  names: readonly FigureName[] = figureNames,
  { withCosts = true, isAsked = true } = {},
) {
  const parts = names.includes('revenue') ? [...moneyParts, ...(withCosts ? costs : [])] : []
  const body = { ...scopeOf(scope), ...comparisonOf(scope), metrics: [...names, ...parts] }
  return useReport(siteId, body, showTotals, { isAsked })
}

function showTotals(answer: QueryAnswer): Totals {
  const { totals, comparison, currency, unconverted, query } = answer
  const now = figuresOf(totals)
  const before = comparison && figuresOf(comparison.totals)
  return {
    now,
    before,
    change: comparison ? shownChanges(comparison.change.totals) : {},
    parts: Object.fromEntries(
      moneyParts.map((part) => [part, numberIn(totals, part)]),
    ) as Totals['parts'],
    costs: Object.fromEntries(
      costs.map((cost) => [cost, numberIn(totals, cost)]),
    ) as Totals['costs'],
    costsKnown: answer.costsKnown,
    intervals: answer.intervals?.totals ?? {},
    currency,
    unconverted,
    staleRates: answer.staleRates ?? [],
    days: query.dateRange,
    daysBefore: comparison?.dateRange,
    until: comparison?.until,
    timezone: query.timezone,
  }
}

type Changes = NonNullable<QueryAnswer['comparison']>['change']['totals']

function shownChanges(changes: Changes): Totals['change'] {
  const found = [...figureNames, ...moneyParts].flatMap((name) => {
    const change = changes[name]
    if (change === undefined || change === null) return []
    // Whole percents, so that a displayed 0% also looks unchanged.
    return [[name, Math.round(100 * change) / 100] as const]
  })
  return Object.fromEntries(found)
}

function figuresOf(row: ReportRow): Figures {
  return Object.fromEntries(figureNames.map((name) => [name, figureIn(row, name)])) as Figures
}
