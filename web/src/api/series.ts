import type { Metric, QueryAnswer, ReportRow } from '@tributary/contract/query.ts'
import { localTime } from '../url-state/local-time.ts'
import type { Grain } from '../url-state/range.ts'
import { figureIn, numberIn } from './query.ts'

/** How many characters distinguish a point from its neighbours: `2026-11`, `2026-11-20`, `2026-11-20T09`. */
export const pointLength: Readonly<Record<Grain, number>> = { month: 7, day: 10, hour: 13 }

/** One point of the main chart, as the server counted it. */
export interface TrendPoint {
  /** A day (`2026-11-20`), an hour (`2026-11-20 14:00`) or a month (`2026-11`) of the site's zone. */
  point: string
  /** The value on the line; null where the divisor is 0. */
  value: number | null
  /** Every requested figure, by its name. */
  figures: Readonly<Record<string, number | null>>
  revenue: number
  /** The parts of the revenue: new and renewed payments, less refunds. */
  parts: { newRevenue: number; renewalRevenue: number; refunds: number }
  /** Whether it is not over yet, so its values will still grow. */
  partial: boolean
  /** Another tool's count for it, which is in no other figure. */
  imported?: number
  /** The corresponding point of the comparison. */
  before?: { point: string; value: number | null; revenue: number }
}

interface Wanted {
  grain: Grain
  /** The figure that the line shows. */
  metric: Metric
  nowMs: number
}

/**
 * The points of a chart in order, from an answer that may omit points at which nothing happened. The last may still
 * be in progress; later ones have not begun and are left out. Each is paired with the point at the same position of
 * the previous period.
 */
export function readSeries(answer: QueryAnswer, { grain, metric, nowMs }: Wanted): TrendPoint[] {
  const now = localTime(nowMs, answer.query.timezone).slice(0, pointLength[grain])
  const before = beforeOf(answer, grain)
  return fill(answer.rows, answer.query.dateRange, grain)
    .filter(({ point, row }) => point <= now || row)
    .map(({ point, row }, index) => {
      const past = before?.[index]
      return {
        point: row ? String(row[grain]) : point,
        value: row ? figureIn(row, metric) : null,
        figures: Object.fromEntries(
          answer.query.metrics.map((name) => [name, figureIn(row, name)]),
        ),
        revenue: numberIn(row, 'revenue'),
        parts: {
          newRevenue: numberIn(row, 'newRevenue'),
          renewalRevenue: numberIn(row, 'renewalRevenue'),
          refunds: numberIn(row, 'refunds'),
        },
        partial: point === now,
        ...(past && {
          before: {
            point: past.point,
            value: figureIn(past.row, metric),
            revenue: numberIn(past.row, 'revenue'),
          },
        }),
      }
    })
}

function beforeOf({ comparison }: QueryAnswer, grain: Grain) {
  return comparison && fill(comparison.rows, comparison.dateRange, grain)
}

interface Filled {
  point: string
  row: ReportRow | undefined
}

/** Every point of the range with its row, if there is one. */
function fill(rows: readonly ReportRow[], range: [string, string], grain: Grain): Filled[] {
  const length = pointLength[grain]
  const found = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const point = String(row[grain] ?? '')
      .replace(' ', 'T')
      .slice(0, length)
    found.set(point, [...(found.get(point) ?? []), row])
  }
  // When clocks are put back an hour comes twice.
  return pointsOf(range, grain).flatMap((point) =>
    (found.get(point) ?? [undefined]).map((row) => ({ point, row })),
  )
}

/** The names of all points from one day to another. */
export function pointsOf([first, last]: [string, string], grain: Grain): string[] {
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
