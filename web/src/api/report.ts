import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  Metric,
  notLinked,
  QueryAnswer,
  QueryInput,
  ReportRow,
} from '@tributary/contract/query.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { grainOf } from '../url-state/range.ts'
import type { Order } from '../url-state/report-state.ts'
import { ask, numberIn, type Scope, scopeOf } from './query.ts'
import { readSeries } from './series.ts'

/** The headline figures, in the order they are shown. */
export const figureNames = [
  'visitors',
  'sessions',
  'pageViews',
  'revenue',
  'conversionRate',
  'revenuePerVisitor',
] as const satisfies Metric[]
export type FigureName = (typeof figureNames)[number]
/** Null where there is nothing to divide by. */
type Figures = Record<FigureName, number | null>

/** The figures of a range, those of the range before it, and the relative change where there is one. */
export interface Totals {
  now: Figures
  before: Figures
  change: Partial<Record<FigureName, number>>
  currency: string
  /** Money that is in none of the figures, for want of a rate. */
  unconverted: { currency: string; amount: number }[]
  days: [string, string]
  timezone: string
}

/** One line of a breakdown. The bars are shares (0 to 1) of the largest line. */
export interface BreakdownRow {
  kind: 'value' | 'not-linked'
  value: string
  visitors: number
  revenue: number
  visitorsBar: number
  revenueBar: number
}

export interface Breakdown {
  rows: BreakdownRow[]
  currency: string
  hasMore: boolean
}

// A page that is left open stays true without a reload; what is on screen changes only when it is in.
const refreshMs = 30_000

function useReport<Shown>(siteId: string, body: QueryInput, show: (reply: QueryAnswer) => Shown) {
  return useQuery({
    queryKey: ['report', siteId, body],
    queryFn: ({ signal }) => ask(siteId, body, signal),
    select: show,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

/** The headline figures with their change against the period before. */
export function useTotals(siteId: string, scope: Scope) {
  const body = { ...scopeOf(scope), metrics: [...figureNames], compare: 'previous' }
  return useReport(siteId, body, showTotals)
}

/** Visitors and revenue over time, in steps that fit the range. */
export function useTrend(siteId: string, scope: Scope) {
  const grain = grainOf(scope.range)
  const body: QueryInput = {
    ...scopeOf(scope),
    metrics: ['visitors', 'revenue'],
    dimensions: [grain],
    orderBy: [[grain, 'asc']],
  }
  return useReport(siteId, body, (reply) => ({
    grain,
    currency: reply.currency,
    points: readSeries(reply, grain, Date.now()),
  }))
}

/** Visitors and revenue by one dimension, the largest first. */
export function useBreakdown(
  siteId: string,
  scope: Scope & { order: Order },
  { dimension, limit }: { dimension: Dimension; limit: number },
) {
  const body: QueryInput = {
    ...scopeOf(scope),
    metrics: ['visitors', 'revenue'],
    dimensions: [dimension],
    orderBy: [
      [scope.order, 'desc'],
      [scope.order === 'visitors' ? 'revenue' : 'visitors', 'desc'],
    ],
    limit,
  }
  return useReport(siteId, body, (reply) => showBreakdown(reply, dimension))
}

function showTotals(reply: QueryAnswer): Totals {
  const now = figuresOf(reply.totals)
  const before = figuresOf(reply.comparison?.totals)
  const changes = figureNames.flatMap((name) => {
    const [is, was] = [now[name], before[name]]
    if (is === null || was === null || was <= 0) return []
    // Whole percents, so that what is shown as 0% also looks unchanged.
    return [[name, Math.round((100 * (is - was)) / was) / 100] as const]
  })
  const { dateRange: days, timezone } = reply.query
  const { currency, unconverted } = reply
  return { now, before, change: Object.fromEntries(changes), currency, unconverted, days, timezone }
}

function figuresOf(row: ReportRow | undefined): Figures {
  const figures = figureNames.map((name) => {
    const value = row?.[name]
    return [name, typeof value === 'number' ? value : null]
  })
  return Object.fromEntries(figures)
}

// Only the type is imported: the contract's schemas stay out of the browser's script.
const notLinkedValue: typeof notLinked = 'Not linked'

function showBreakdown(reply: QueryAnswer, dimension: Dimension): Breakdown {
  const most = (name: string) => Math.max(0, ...reply.rows.map((row) => numberIn(row, name))) || 1
  const [mostVisitors, mostRevenue] = [most('visitors'), most('revenue')]
  const rows = reply.rows.map((row): BreakdownRow => {
    const visitors = numberIn(row, 'visitors')
    const revenue = numberIn(row, 'revenue')
    return {
      kind: row[dimension] === notLinkedValue ? 'not-linked' : 'value',
      value: String(row[dimension] ?? ''),
      visitors,
      revenue,
      visitorsBar: visitors / mostVisitors,
      revenueBar: Math.max(0, revenue) / mostRevenue,
    }
  })
  return {
    rows,
    currency: reply.currency,
    hasMore: reply.nextCursor !== undefined,
  }
}
