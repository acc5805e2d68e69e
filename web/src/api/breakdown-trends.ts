import { useQuery } from '@tanstack/react-query'
import type { Metric, QueryInput, ReportRow } from '@tributary/contract/query.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { localTime } from '../url-state/local-time.ts'
import { daysOfRange, grainOf } from '../url-state/range.ts'
import { askAllRows } from './client/all-rows.ts'
import { previousAnswer } from './client/previous-answer.ts'
import { pointKey } from './goal-marks.ts'
import { figureIn, type Scope, scopeOf } from './query.ts'
import { pointLength, pointsOf } from './series.ts'

const freshMs = 60_000

/** A figure over time by value of a dimension. */
export interface BreakdownTrends {
  of: ReadonlyMap<string, readonly (number | null)[]>
  /** The last point is not complete yet. */
  isGoingOn: boolean
}

interface Wanted {
  dimension: Dimension
  metric: Metric
  values: readonly string[]
  timezone: string
  isAsked: boolean
}

/** A figure of some values over the range, in the steps of the chart. */
export function useBreakdownTrends(
  siteId: string,
  scope: Scope,
  { dimension, metric, values, timezone, isAsked }: Wanted,
) {
  const grain = grainOf(scope.range)
  const about = scopeOf(scope)
  const body: QueryInput = {
    ...about,
    filters: [...about.filters, ['is', dimension, [...values].sort()]],
    metrics: [metric],
    dimensions: [dimension, grain],
    orderBy: [[grain, 'asc']],
  }
  return useQuery({
    queryKey: ['breakdown-trends', siteId, body],
    queryFn: ({ signal }) => askAllRows(siteId, body, signal),
    select: (rows): BreakdownTrends => {
      const now = localTime(Date.now(), timezone).slice(0, pointLength[grain])
      const { from, to } = daysOfRange(scope.range, timezone)
      const points = pointsOf([from, to], grain).filter((point) => point <= now)
      const isGoingOn = points.at(-1) === now
      return { of: coursesOf(rows, { dimension, metric, grain, points }), isGoingOn }
    },
    enabled: isAsked && values.length > 0,
    placeholderData: previousAnswer(siteId, body),
    staleTime: freshMs,
  })
}

type Grain = ReturnType<typeof grainOf>

interface Read extends Pick<Wanted, 'dimension' | 'metric'> {
  grain: Grain
  points: readonly string[]
}

function coursesOf(rows: readonly ReportRow[], { dimension, metric, grain, points }: Read) {
  // Where nothing happened there is no row.
  const places = new Map(points.map((point, index) => [point, index]))
  const courses = new Map<string, (number | null)[]>()
  for (const row of rows) {
    // Unattributed revenue is a separate row.
    if (row.notLinked === true) continue
    const value = String(row[dimension] ?? '')
    const course = courses.get(value) ?? points.map(() => 0)
    const place = places.get(pointKey(String(row[grain] ?? ''), grain))
    if (place !== undefined) course[place] = figureIn(row, metric)
    courses.set(value, course)
  }
  return courses
}
