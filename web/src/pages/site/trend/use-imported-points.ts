import type { Imported } from '@tributary/contract/data-import.ts'
import { useImportedDays } from '../../../api/imported.ts'
import { useReader } from '../../../api/reader.ts'
import type { TrendPoint } from '../../../api/series.ts'
import type { useTrend } from '../../../api/trend.ts'
import type { ChartMetric, ReportState } from '../../../url-state/report-state.ts'

type Day = Imported['days'][number]

/** The names of an imported day's figures. */
const columns: Partial<Record<ChartMetric, (day: Day) => number>> = {
  visitors: (day) => day.visitors,
  sessions: (day) => day.visits,
  pageViews: (day) => day.pageViews,
}

/**
 * The points of the chart with another tool's counts. Only if the two can be compared: whole days or months without
 * filters, and visitors by the day alone, since people of several days cannot be added up.
 */
export function useImportedPoints(
  siteId: string,
  { filters }: Pick<ReportState, 'filters'>,
  trend: ReturnType<typeof useTrend>['data'],
): readonly TrendPoint[] {
  const { isMember } = useReader()
  const { points = [], grain, metric } = trend ?? {}
  const column = metric && columns[metric]
  const isComparable = grain === 'day' || (grain === 'month' && metric !== 'visitors')
  const [first, last] = [points[0]?.point, points.at(-1)?.point]
  const days: [string, string] | undefined =
    isMember && column && isComparable && filters.length === 0 && first && last
      ? [first.padEnd(10, '-01'), last.padEnd(10, '-31')]
      : undefined
  const imported = useImportedDays(siteId, days).data
  if (days === undefined || column === undefined || !imported?.length) return points
  const sums = new Map<string, number>()
  for (const day of imported) {
    const point = day.day.slice(0, first?.length)
    sums.set(point, (sums.get(point) ?? 0) + column(day))
  }
  return points.map((point) => {
    const sum = sums.get(point.point)
    return sum === undefined ? point : { ...point, imported: sum }
  })
}
