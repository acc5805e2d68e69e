import type { OverviewFigure, SiteOverview } from '@tributary/contract/app/overview.ts'
import { type OverviewRange, overviewRanges } from '@tributary/contract/overview-ranges.ts'
import { nowMinutes } from '@tributary/contract/questions/realtime.ts'
import { toMajorUnits } from '../money/money.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { minuteMs } from '../time/durations.ts'
import { hourText } from '../time/local-time.ts'
import { readComparison, readRange } from './date-range.ts'
import {
  moneyOfSites,
  presentOfSites,
  visitorsOfSites,
  type ZoneOfSites,
} from './queries/sites-overview.ts'
import { timeBuckets } from './time-buckets.ts'

/** A site's figures from the engine; its alerts and its budget come from elsewhere. */
export type SiteFigures = Omit<SiteOverview, 'alerts' | 'overBudgetSince'>

interface OverviewQuestion {
  sites: readonly Pick<Site, 'id' | 'timezone' | 'currency'>[]
  dateRange: OverviewRange
  nowMs: number
}

/**
 * The figures of many sites in three statements, however many sites there are. Each site's range is in its own time
 * zone and means the same as in a report of that site.
 */
export async function answerOverview(
  engine: Engine,
  { sites, dateRange, nowMs }: OverviewQuestion,
): Promise<SiteFigures[]> {
  if (sites.length === 0) return []
  const step = overviewRanges[dateRange]
  const zones = zonesOf({ sites, dateRange, nowMs })
  const [visitors, money, present] = await Promise.all([
    visitorsOfSites(engine, zones, step),
    moneyOfSites(engine, zones, step),
    presentOfSites(engine, {
      sites: sites.map(({ id }) => id),
      fromMs: nowMs - nowMinutes * minuteMs,
      toMs: nowMs,
    }),
  ])
  const [visitorsOf, moneyOf] = [rowsBySite(visitors), rowsBySite(money)]
  const presentOf = new Map(present.map((row) => [row.site, row.visitors]))
  return sites.map(({ id, timezone, currency }) => {
    const range = readRange(dateRange, timezone, nowMs)
    const points = timeBuckets(step, range, { zone: timezone, nowMs })
    const keyOf = (point: string) =>
      step === 'hour' ? hourText(Number(point) * 1000, timezone) : point
    const ofMoney = moneyOf.get(id) ?? []
    return {
      siteId: id,
      visitors: visitorFigure(visitorsOf.get(id) ?? [], points, keyOf),
      revenue: moneyFigure(
        ofMoney.filter((row) => row.currency === currency),
        { points, keyOf, currency },
      ),
      unconverted: unconverted(ofMoney, currency),
      visitorsNow: presentOf.get(id) ?? 0,
    }
  })
}

/** Sites of one zone share their days, and with them the conditions of a statement. */
function zonesOf({ sites, dateRange, nowMs }: OverviewQuestion): ZoneOfSites[] {
  return [...Map.groupBy(sites, ({ timezone }) => timezone)].map(([zone, ofZone]) => {
    const range = readRange(dateRange, zone, nowMs)
    const compared = { asked: dateRange, range }
    const before = readComparison('previous', compared, { zone, nowMs })
    return { zone, sites: ofZone.map(({ id }) => id), now: range, before }
  })
}

function rowsBySite<Row extends { site: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ site }) => site)
}

type VisitorRow = Awaited<ReturnType<typeof visitorsOfSites>>[number]
type MoneyRow = Awaited<ReturnType<typeof moneyOfSites>>[number]
type KeyOf = (point: string) => string

function visitorFigure(
  rows: readonly VisitorRow[],
  points: readonly string[],
  keyOf: KeyOf,
): OverviewFigure {
  const whole = rows.filter(({ point }) => point === '')
  const byPoint = new Map(
    rows.filter(({ point }) => point !== '').map((row) => [keyOf(row.point), row.visitors]),
  )
  return {
    now: whole.find(({ isNow }) => isNow)?.visitors ?? 0,
    before: whole.find(({ isNow }) => !isNow)?.visitors ?? 0,
    points: points.map((point) => byPoint.get(point) ?? 0),
  }
}

function moneyFigure(
  rows: readonly MoneyRow[],
  { points, keyOf, currency }: { points: readonly string[]; keyOf: KeyOf; currency: string },
): OverviewFigure {
  const sum = (some: readonly MoneyRow[]) =>
    toMajorUnits(
      some.reduce((minor, { amountMinor }) => minor + amountMinor, 0),
      currency,
    )
  const now = rows.filter(({ isNow }) => isNow)
  const byPoint = Map.groupBy(now, ({ point }) => keyOf(point))
  return {
    now: sum(now),
    before: sum(rows.filter(({ isNow }) => !isNow)),
    points: points.map((point) => sum(byPoint.get(point) ?? [])),
  }
}

/** As in reports, money that was paid and fully refunded is not missing. */
function unconverted(rows: readonly MoneyRow[], currency: string): string[] {
  const others = Map.groupBy(
    rows.filter((row) => row.isNow && row.currency !== currency),
    (row) => row.currency,
  )
  return [...others]
    .filter(([, some]) => some.reduce((minor, { amountMinor }) => minor + amountMinor, 0) !== 0)
    .map(([name]) => name)
    .sort()
}
