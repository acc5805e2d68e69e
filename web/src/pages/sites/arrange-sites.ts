import type { OverviewFigure, SiteOverview } from '../../api/overview.ts'
import type { Site } from '../../api/site/sites.ts'

export const siteOrders = ['revenue', 'visitors', 'now', 'alerts', 'name'] as const
export type SiteOrder = (typeof siteOrders)[number]

/** A site with its figures, once they are known. */
export interface SiteRow {
  site: Site
  overview: SiteOverview | undefined
}

/** The sites that match a search, in an order. Amounts of different currencies are never compared. */
export function arrangeSites(
  rows: readonly SiteRow[],
  { order, search }: { order: SiteOrder; search: string },
): SiteRow[] {
  const wanted = search.trim().toLowerCase()
  const found = rows.filter(({ site }) =>
    [site.name, ...site.domains].some((text) => text.toLowerCase().includes(wanted)),
  )
  const currencies = currenciesOf(rows)
  const byName = (a: SiteRow, b: SiteRow) => a.site.name.localeCompare(b.site.name)
  const by = (of: (overview: SiteOverview) => number) => (a: SiteRow, b: SiteRow) =>
    (b.overview ? of(b.overview) : 0) - (a.overview ? of(a.overview) : 0) || byName(a, b)
  const orders: Record<SiteOrder, (a: SiteRow, b: SiteRow) => number> = {
    // No value is less than a value in any currency.
    revenue: (a, b) =>
      Number(earns(b)) - Number(earns(a)) ||
      currencies.indexOf(a.site.currency) - currencies.indexOf(b.site.currency) ||
      by(({ revenue }) => revenue.now)(a, b),
    visitors: by(({ visitors }) => visitors.now),
    now: by(({ visitorsNow }) => visitorsNow),
    alerts: by(alertCount),
    name: byName,
  }
  return found.sort(orders[order])
}

function earns({ overview }: SiteRow): boolean {
  return overview !== undefined && overview.revenue.now > 0
}

/** How many things of a site need attention. */
function alertCount({ alerts, overBudgetSince }: SiteOverview): number {
  return alerts.length + (overBudgetSince === null ? 0 : 1)
}

type Sum = Pick<OverviewFigure, 'now' | 'before'>

/** The totals of all sites: revenue by currency, in the order of `currenciesOf`. */
export interface SiteTotals {
  visitors: Sum
  revenue: (Sum & { currency: string })[]
  visitorsNow: number
  sitesWithAlerts: number
}

export function addUpSites(rows: readonly SiteRow[]): SiteTotals {
  const known = rows.flatMap(({ site, overview }) => (overview ? [{ site, overview }] : []))
  const sum = (figures: readonly OverviewFigure[]): Sum => ({
    now: figures.reduce((total, { now }) => total + now, 0),
    before: figures.reduce((total, { before }) => total + before, 0),
  })
  return {
    visitors: sum(known.map(({ overview }) => overview.visitors)),
    revenue: currenciesOf(known).map((currency) => ({
      currency,
      ...sum(
        known.flatMap(({ site, overview }) => (site.currency === currency ? overview.revenue : [])),
      ),
    })),
    visitorsNow: known.reduce((total, { overview }) => total + overview.visitorsNow, 0),
    sitesWithAlerts: known.filter(({ overview }) => alertCount(overview) > 0).length,
  }
}

/** The currencies of sites: that of the most sites first, for ties that of the most visitors. */
function currenciesOf(rows: readonly SiteRow[]): string[] {
  const visitorsOf = (some: readonly SiteRow[]) =>
    some.reduce((sum, { overview }) => sum + (overview?.visitors.now ?? 0), 0)
  return [...Map.groupBy(rows, ({ site }) => site.currency)]
    .sort(
      ([a, some], [b, others]) =>
        others.length - some.length || visitorsOf(others) - visitorsOf(some) || a.localeCompare(b),
    )
    .map(([currency]) => currency)
}
