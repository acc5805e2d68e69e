import type { Cohorts } from '@tributary/contract/questions/cohorts.ts'

export type CohortPeriod = Cohorts['rows'][number]['periods'][number]

/** A row of the table: a week or month of first visits, or all of them from one channel. */
export interface CohortRow {
  id: string
  visitors: number
  periods: CohortPeriod[]
}

const mostRows = 26
/**
 * For a combined row: periods that fewer than this share have reached are left out, because a handful would distort
 * them.
 */
const leastShare = 0.02
/** With fewer visitors a cohort's shares mean little. */
export const fewVisitors = 20

/** Whether a range includes only part of a cohort's week or month; the current one is not over anyway. */
export function isCut(
  cohort: string,
  { dateRange: [first, last], interval }: Pick<Cohorts['query'], 'dateRange' | 'interval'>,
): boolean {
  const start = new Date(`${cohort}T00:00Z`)
  const end = new Date(start)
  if (interval === 'week') end.setUTCDate(end.getUTCDate() + 6)
  else end.setUTCMonth(end.getUTCMonth() + 1, 0)
  return cohort < first || end.toISOString().slice(0, 10) > last
}

/** By the time of the first visit, the newest first; channels are added up. */
export function rowsByTime(answer: Cohorts): CohortRow[] {
  return [...Map.groupBy(answer.rows, ({ cohort }) => cohort)]
    .map(([id, rows]) => ({ ...added(rows), id }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, mostRows)
}

/** By the channel of the first visit, the most visitors first; the weeks are added up. */
export function rowsByKey(answer: Cohorts): CohortRow[] {
  return [...Map.groupBy(answer.rows, ({ key }) => key)]
    .map(([id, rows]) => ({ ...added(rows), id }))
    .sort((a, b) => b.visitors - a.visitors)
    .slice(0, mostRows)
}

/** Everybody in one line. */
export function rowOfAll(answer: Cohorts): CohortRow {
  return { ...added(answer.rows), id: '' }
}

/**
 * Several cohorts as one. A period only counts those cohorts that have reached it, so that young ones do not pull
 * the end of the row down.
 */
function added(rows: Cohorts['rows']): Omit<CohortRow, 'id'> {
  const all = rows.reduce((sum, { visitors }) => sum + visitors, 0)
  const there = (n: number) => rows.filter(({ periods: { length: own } }) => own > n)
  const comeSoFar = (n: number) => there(n).reduce((sum, { visitors }) => sum + visitors, 0)
  const longest = Math.max(0, ...rows.map(({ periods }) => periods.length))
  const isEnough = (n: number) => comeSoFar(n) >= Math.max(1, all * leastShare)
  const length = Array.from({ length: longest }, (_, n) => n).filter(isEnough).length
  const periods = Array.from({ length }, (_, n): CohortPeriod => {
    const sum = (of: (period: CohortPeriod, visitors: number) => number) =>
      there(n).reduce((total, { visitors, periods: own }) => {
        const period = own[n]
        return period ? total + of(period, visitors) : total
      }, 0)
    const visitors = comeSoFar(n)
    const active = sum((period) => period.active)
    return {
      active,
      retention: visitors === 0 ? 0 : active / visitors,
      revenue: sum((period) => period.revenue),
      lifetimeValue:
        visitors === 0 ? 0 : sum((period, own) => period.lifetimeValue * own) / visitors,
    }
  })
  return { visitors: all, periods }
}
