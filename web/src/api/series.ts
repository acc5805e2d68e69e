import type { QueryAnswer, ReportRow } from '@tributary/contract/query.ts'
import type { TrendPoint } from '../charts/scales.ts'
import type { Grain } from '../format/date.ts'
import { numberIn } from './query.ts'

/** How many letters of a point tell it from its neighbours: `2026-11`, `2026-11-20`, `2026-11-20T09`. */
const pointLength: Readonly<Record<Grain, number>> = { month: 7, day: 10, hour: 13 }

/**
 * The points of a chart in order, from an answer that may leave out those at which nothing happened.
 * The last may still be going on; later ones have not begun and are left out.
 */
export function readSeries(answer: QueryAnswer, grain: Grain, nowMs: number): TrendPoint[] {
  const length = pointLength[grain]
  const now = localTime(nowMs, answer.query.timezone).slice(0, length)
  const rows = new Map<string, ReportRow[]>()
  for (const row of answer.rows) {
    const point = String(row[grain] ?? '')
      .replace(' ', 'T')
      .slice(0, length)
    rows.set(point, [...(rows.get(point) ?? []), row])
  }
  return pointsOf(answer.query.dateRange, grain)
    .filter((point) => point <= now || rows.has(point))
    .flatMap((point) =>
      // Where clocks are put back an hour comes twice.
      (rows.get(point) ?? [undefined]).map((row) => ({
        point: row ? String(row[grain]) : point,
        visitors: numberIn(row, 'visitors'),
        revenue: numberIn(row, 'revenue'),
        partial: point === now,
      })),
    )
}

function pointsOf([first, last]: [string, string], grain: Grain): string[] {
  if (grain === 'month') return monthsOf(first.slice(0, 7), last.slice(0, 7))
  const days = daysOf(first, last)
  if (grain === 'day') return days
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`),
  )
}

function daysOf(first: string, last: string): string[] {
  const days: string[] = []
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += 86_400_000) {
    days.push(new Date(ms).toISOString().slice(0, 10))
  }
  return days
}

function monthsOf(first: string, last: string): string[] {
  const months: string[] = []
  for (let date = new Date(`${first}-01`); date.toISOString().slice(0, 7) <= last; ) {
    months.push(date.toISOString().slice(0, 7))
    date = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
  }
  return months
}

/** An instant as clocks in a zone show it: `2026-11-20T09:30`. Swedish writes dates as ISO does. */
function localTime(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return format.format(ms).replace(' ', 'T')
}
