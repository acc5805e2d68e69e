import type { Cohorts, CohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { toMajorUnits } from '../payments/money.ts'
import { daysBetween, localDay, mondayOf } from '../reports/local-time.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import {
  type CohortScope,
  cohortPayers,
  cohortVisitors,
} from '../store/events/queries/cohort-visitors.ts'
import { allMoney, moneyEntries } from '../store/events/queries/money-entries.ts'
import { readScope, readVisitDimension } from './read-scope.ts'
import { understood } from './visit-scope.ts'

/** Who came back and who paid, by the week or month of the very first visit. */
export async function answerCohorts(
  engine: Engine,
  { site, nowMs }: { site: Site; nowMs: number },
  input: CohortsInput,
): Promise<Cohorts> {
  const { interval = 'week' } = input
  const question = readScope(input, site, nowMs)
  const { zone, filters, range } = question
  const scope: CohortScope = {
    site: site.id,
    fromMs: range.fromMs,
    toMs: range.toMs,
    zone,
    filters: filters.visits,
    interval,
    by: input.by === undefined ? undefined : readVisitDimension(input.by, 'by'),
    untilMs: nowMs,
  }
  const [active, revenue] = await Promise.all([
    cohortVisitors(engine, scope),
    cohortRevenue(engine, scope, site.currency),
  ])
  const now = periodStart(localDay(nowMs, zone), interval)
  return {
    rows: [...Map.groupBy(active, idOf).values()].map((rows) => {
      const [{ cohort, key } = { cohort: now, key: '' }] = rows
      const activeIn = new Map(rows.map(({ period, visitors }) => [period, visitors]))
      const visitors = activeIn.get(0) ?? 0
      let lifetimeMinor = 0
      const periods = Array.from({ length: periodsBetween(cohort, now, interval) + 1 }, (_, n) => {
        const minor = revenue.get(idOf({ cohort, key }))?.get(n) ?? 0
        lifetimeMinor += minor
        return {
          active: activeIn.get(n) ?? 0,
          retention: Math.round(((activeIn.get(n) ?? 0) / visitors) * 1e6) / 1e6,
          revenue: toMajorUnits(minor, site.currency),
          lifetimeValue: toMajorUnits(Math.round(lifetimeMinor / visitors), site.currency),
        }
      })
      return { cohort, key, visitors, periods }
    }),
    currency: site.currency,
    query: { ...understood(question), interval },
  }
}

const idOf = ({ cohort, key }: { cohort: string; key: string }) => `${cohort} ${key}`

function periodStart(day: string, interval: 'week' | 'month'): string {
  return interval === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

function periodsBetween(cohort: string, start: string, interval: 'week' | 'month'): number {
  if (interval === 'week') return daysBetween(cohort, start) / 7
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(start) - months(cohort)
}

/** Net minor units by cohort and period. What was paid before the first visit counts with it. */
async function cohortRevenue(engine: Engine, scope: CohortScope, currency: string) {
  const { site, zone, interval, untilMs } = scope
  const [payers, movements] = await Promise.all([
    cohortPayers(engine, scope),
    moneyEntries(engine, { ...allMoney, site, fromMs: 0, toMs: untilMs }),
  ])
  const cohortOf = new Map(payers.map((payer) => [payer.visitorId, payer]))
  const revenue = new Map<string, Map<number, number>>()
  for (const movement of movements) {
    const payer = cohortOf.get(movement.visitorId)
    if (payer === undefined || movement.currency !== currency) continue
    const start = periodStart(localDay(movement.at, zone), interval)
    const period = Math.max(0, periodsBetween(payer.cohort, start, interval))
    const periods = revenue.get(idOf(payer)) ?? new Map<number, number>()
    periods.set(period, (periods.get(period) ?? 0) + movement.amountMinor)
    revenue.set(idOf(payer), periods)
  }
  return revenue
}
