import Type from 'typebox'
import { type OverviewRange, overviewRanges } from '../overview-ranges.ts'
import type { AlertKind } from './alerts.ts'

export const overviewQuery = Type.Object({
  dateRange: Type.Enum(Object.keys(overviewRanges) as OverviewRange[]),
})

/** A figure of a site in the range. */
export interface OverviewFigure {
  now: number
  /** In the previous period, up to the same time of its last day. */
  before: number
  /** For each step of the range that has begun, in order. */
  points: number[]
}

/** A site at a glance. */
export interface SiteOverview {
  siteId: string
  visitors: OverviewFigure
  /** Net of refunds, in major units of the site's currency. */
  revenue: OverviewFigure
  /** Currencies of revenue that is in no figure, because no exchange rate is known. */
  unconverted: string[]
  /** Visitors active in the last five minutes. */
  visitorsNow: number
  /** Alerts of the last 24 hours, the latest first; ISO 8601. */
  alerts: { kind: AlertKind; at: string }[]
  /** Since when today's hits are dropped, as the site's daily budget is spent; ISO 8601. */
  overBudgetSince: string | null
}
