import type { Asking } from '../answers/answers.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import { readQuery } from '../reports/read-query.ts'
import type { Site } from '../site.ts'
import { hourMs } from '../time/durations.ts'
import { addDays, hourText, instantAt, localDay, timeOfDay } from '../time/local-time.ts'

/** How far back the baseline goes. */
const weeks = 8
const hoursOfRevenue = 24

/** A figure, and its values in the same hours of the previous weeks, as clocks in the site's zone show them. */
export interface WeeksOfFigure {
  value: number
  weeksBefore: number[]
}

/** The start of the last complete hour of the site's zone; it ended some minutes ago. */
export function lastHourMs(site: Pick<Site, 'timezone'>, nowMs: number): number {
  const graceMs = 5 * 60_000
  return Date.parse(hourText(nowMs - graceMs, site.timezone)) - hourMs
}

/**
 * Visitors of an hour, and revenue of the 24 hours that end with it, with the values of up to eight previous weeks.
 * Weeks before the site's first activity are left out of the baseline.
 */
export async function hourlyFigures(
  answers: Asking<typeof reportAnswerers>,
  site: Site,
  { hour, nowMs }: { hour: number; nowMs: number },
): Promise<{ visitors: WeeksOfFigure; revenue: WeeksOfFigure }> {
  const zone = site.timezone
  const [day, time] = [localDay(hour, zone), timeOfDay(hour, zone)]
  const firstDay = addDays(day, -7 * weeks - 1)
  const question = readQuery(
    {
      metrics: ['visitors', 'revenue'],
      dimensions: ['hour'],
      dateRange: [firstDay, day],
    },
    site,
    nowMs,
  )
  // Eight weeks have more hours than an answer's default limit of rows.
  const { rows } = await answers.ask('query', { ...question, limit: (weeks * 7 + 3) * 25 }, nowMs)
  const visitors = new Map<number, number>()
  const revenue = new Map<number, number>()
  let firstMs = hour
  for (const row of rows) {
    const startMs = Date.parse(String(row.hour))
    if (row.visitors || row.revenue) firstMs = Math.min(firstMs, startMs)
    visitors.set(startMs, Number(row.visitors ?? 0))
    revenue.set(startMs, Number(row.revenue ?? 0))
  }
  const dayOfRevenue = (endHour: number) => {
    let sum = 0
    for (let back = 0; back < hoursOfRevenue; back++)
      sum += revenue.get(endHour - back * hourMs) ?? 0
    return sum
  }
  const earlier = Array.from({ length: weeks }, (_, index) =>
    instantAt(addDays(day, -7 * (index + 1)), time, zone),
  )
  return {
    visitors: {
      value: visitors.get(hour) ?? 0,
      weeksBefore: earlier.filter((at) => at >= firstMs).map((at) => visitors.get(at) ?? 0),
    },
    revenue: {
      value: dayOfRevenue(hour),
      weeksBefore: earlier
        .filter((at) => at - (hoursOfRevenue - 1) * hourMs >= firstMs)
        .map(dayOfRevenue),
    },
  }
}
