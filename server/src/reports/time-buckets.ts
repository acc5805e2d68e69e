import { hourMs } from '../time/durations.ts'
import { addDays, addMonths, hourText, mondayOf, startOfDay } from '../time/local-time.ts'
import type { DateRange } from './date-range.ts'
import type { TimeDimension } from './question.ts'

/** Every bucket of a range up to now, so that a chart has no gaps where nothing happened. */
export function timeBuckets(
  name: TimeDimension,
  range: DateRange,
  clock: { zone: string; nowMs: number },
): string[] {
  const { zone, nowMs } = clock
  if (name === 'hour') {
    const end = Math.min(range.toMs, nowMs + 1)
    // Half-hour steps hit every hour of zones whose clocks change by half an hour.
    const steps = Math.max(0, Math.ceil((2 * (end - range.fromMs)) / hourMs))
    const texts = Array.from({ length: steps }, (_, step) =>
      hourText(range.fromMs + (step * hourMs) / 2, zone),
    )
    return [...new Set(texts)]
  }
  const buckets: string[] = []
  const [first, next] = steps[name]
  for (let day = first(range.first); day <= range.last; day = next(day)) {
    buckets.push(name === 'month' ? day.slice(0, 7) : day)
  }
  return buckets
}

/** The last instant of every bucket of a range that has begun, in milliseconds; never later than now. */
export function bucketEnds(
  name: TimeDimension,
  range: DateRange,
  clock: { zone: string; nowMs: number },
): number[] {
  const last = Math.min(range.toMs - 1, clock.nowMs)
  const endOf = (bucket: string) => {
    if (name === 'hour') return Date.parse(bucket) + hourMs - 1
    const [first, next] = steps[name]
    const start = name === 'month' ? `${bucket}-01` : first(bucket)
    return startOfDay(next(start), clock.zone) - 1
  }
  const ends = timeBuckets(name, range, clock).map((bucket) => Math.min(endOf(bucket), last))
  return [...new Set(ends)]
}

type Step = [first: (day: string) => string, next: (day: string) => string]

const steps: Readonly<Record<Exclude<TimeDimension, 'hour'>, Step>> = {
  day: [(day) => day, (day) => addDays(day, 1)],
  week: [mondayOf, (day) => addDays(day, 7)],
  month: [(day) => `${day.slice(0, 7)}-01`, (day) => addMonths(day, 1)],
}
