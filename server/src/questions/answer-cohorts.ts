import type { Cohorts, CohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { toMajorUnits } from '../money/money.ts'
import { readScope } from '../reports/read-scope.ts'
import { readVisitDimension } from '../reports/read-visit-dimension.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { daysBetween, localDay, mondayOf } from '../time/local-time.ts'
import { cohortVisitors } from './queries/cohort-visitors.ts'
import { understood } from './visit-scope.ts'

/** Who returned and who paid, by the week or month of their first visit. */
export async function answerCohorts(
  engine: Engine,
  { site, nowMs }: { site: Site; nowMs: number },
  input: CohortsInput,
): Promise<Cohorts> {
  const { interval = 'week' } = input
  const question = readScope(input, site, nowMs)
  const { zone, filters, range } = question
  const rows = await cohortVisitors(engine, {
    site: site.id,
    fromMs: range.fromMs,
    toMs: range.toMs,
    zone,
    filters: filters.visits,
    interval,
    by: input.by === undefined ? undefined : readVisitDimension(input.by, 'by'),
    untilMs: nowMs,
    currency: site.currency,
  })
  const now = periodStart(localDay(nowMs, zone), interval)
  return {
    rows: rows.map(({ cohort, key, active, revenueMinor }) => {
      const visitors = at(active, 0)
      let lifetimeMinor = 0
      const periods = Array.from({ length: periodsBetween(cohort, now, interval) + 1 }, (_, n) => {
        const minor = at(revenueMinor, n)
        lifetimeMinor += minor
        return {
          active: at(active, n),
          retention: Math.round((at(active, n) / visitors) * 1e6) / 1e6,
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

/** The value of a period; 0 without one. */
const at = ([periods, values]: [number[], number[]], period: number) =>
  values[periods.indexOf(period)] ?? 0

function periodStart(day: string, interval: 'week' | 'month'): string {
  return interval === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

function periodsBetween(cohort: string, start: string, interval: 'week' | 'month'): number {
  if (interval === 'week') return daysBetween(cohort, start) / 7
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months(start) - months(cohort)
}
