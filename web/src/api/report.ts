import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TrendPoint } from '../charts/scales.ts'
import type { Grain } from '../format/date.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { grainOf } from '../url-state/range.ts'
import type { Order } from '../url-state/report-state.ts'
import { ask, numberIn, type QueryBody, type QueryReply, type Scope, scopeOf } from './query.ts'
import type { Site } from './sites.ts'

/** The headline figures, in the order they are shown. */
export const figureNames = [
  'visitors',
  'sessions',
  'pageviews',
  'revenue',
  'conversion_rate',
  'revenue_per_visitor',
] as const
export type FigureName = (typeof figureNames)[number]
type Figures = Record<FigureName, number>

/** The figures of a range, those of the range before it, and the relative change where there is one. */
export interface Totals {
  now: Figures
  before: Figures | undefined
  change: Partial<Figures>
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

function useReport<Shown>(siteId: string, body: QueryBody, show: (reply: QueryReply) => Shown) {
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
  const body = { ...scopeOf(scope), metrics: figureNames, compare: 'previous' }
  return useReport(siteId, body, (reply) => showTotals(reply))
}

/** Visitors and revenue over time, in steps that fit the range. */
export function useTrend(site: Site, scope: Scope) {
  const grain = grainOf(scope.range)
  const body: QueryBody = {
    ...scopeOf(scope),
    metrics: ['visitors', 'revenue'],
    dimensions: [grain],
    orderBy: [[grain, 'asc']],
  }
  return useReport(site.id, body, (reply) => ({
    grain,
    currency: reply.currency,
    points: showPoints(reply, grain, site.timezone),
  }))
}

/** Visitors and revenue by one dimension, the largest first. */
export function useBreakdown(
  siteId: string,
  scope: Scope & { order: Order },
  { dimension, limit }: { dimension: Dimension; limit: number },
) {
  const body: QueryBody = {
    ...scopeOf(scope),
    metrics: ['visitors', 'revenue'],
    dimensions: [dimension],
    orderBy: [
      [scope.order, 'desc'],
      [scope.order === 'visitors' ? 'revenue' : 'visitors', 'desc'],
    ],
    // One more than is shown tells whether there is more to show.
    limit: limit + 1,
  }
  return useReport(siteId, body, (reply) => showBreakdown(reply, dimension, limit))
}

function showTotals(reply: QueryReply): Totals {
  const figures = (from: Record<string, number>) =>
    Object.fromEntries(figureNames.map((name) => [name, numberIn(from, name)])) as Figures
  return { now: figures(reply.totals), before: undefined, change: {} }
}

function showPoints(reply: QueryReply, grain: Grain, timezone: string): TrendPoint[] {
  const now = pointNow(grain, timezone)
  return reply.rows.map((row) => {
    const point = String(row[grain] ?? '')
    return {
      point,
      visitors: numberIn(row, 'visitors'),
      revenue: numberIn(row, 'revenue'),
      partial: point.slice(0, now.length) === now,
    }
  })
}

function showBreakdown(reply: QueryReply, dimension: Dimension, limit: number): Breakdown {
  const shown = reply.rows.slice(0, limit)
  const most = (name: string) => Math.max(1, ...shown.map((row) => numberIn(row, name)))
  const [mostVisitors, mostRevenue] = [most('visitors'), most('revenue')]
  const rows = shown.map((row): BreakdownRow => {
    const visitors = numberIn(row, 'visitors')
    const revenue = numberIn(row, 'revenue')
    return {
      kind: row[dimension] === null ? 'not-linked' : 'value',
      value: String(row[dimension] ?? ''),
      visitors,
      revenue,
      visitorsBar: visitors / mostVisitors,
      revenueBar: Math.max(0, revenue) / mostRevenue,
    }
  })
  return { rows, currency: reply.currency, hasMore: reply.rows.length > limit }
}

/** The point of a series that is going on now, as the server writes points of this grain. */
function pointNow(grain: Grain, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(new Date())
  const length = { month: 7, day: 10, week: 10, hour: 13 }[grain]
  return parts.slice(0, length)
}
