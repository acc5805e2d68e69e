import type { DigestFrequency } from '@tributary/contract/app/digest.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { addDays, addMonths, localDay, mondayOf, startOfDay } from '../time/local-time.ts'

/** The whole days that a digest covers, the days before them, and when it is due. */
export interface DigestPeriod {
  first: string
  last: string
  before: { first: string; last: string }
  /** Seven hours after midnight of the day after `last`, in the site's zone. */
  dueMs: number
}

const morningMs = 7 * hourMs
/** A server that was stopped sends digests late, but not outdated ones. */
const lateMs: Record<DigestFrequency, number> = {
  daily: 12 * hourMs,
  weekly: 3 * dayMs,
  monthly: 7 * dayMs,
}

/** The latest period that was over at a moment, however long ago. */
export function lastPeriod(frequency: DigestFrequency, zone: string, nowMs: number): DigestPeriod {
  const today = localDay(nowMs, zone)
  const next = { daily: today, weekly: mondayOf(today), monthly: `${today.slice(0, 7)}-01` }
  const end = next[frequency]
  const first = stepBack(frequency, end)
  return {
    first,
    last: addDays(end, -1),
    before: { first: stepBack(frequency, first), last: addDays(first, -1) },
    dueMs: startOfDay(end, zone) + morningMs,
  }
}

/** The period that is due now; undefined before the morning, and when it is too late for it. */
export function duePeriod(
  frequency: DigestFrequency,
  zone: string,
  nowMs: number,
): DigestPeriod | undefined {
  const period = lastPeriod(frequency, zone, nowMs)
  const sinceMs = nowMs - period.dueMs
  return sinceMs >= 0 && sinceMs < lateMs[frequency] ? period : undefined
}

function stepBack(frequency: DigestFrequency, day: string): string {
  if (frequency === 'monthly') return addMonths(day, -1)
  return addDays(day, frequency === 'weekly' ? -7 : -1)
}
