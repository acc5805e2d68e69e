import { useShortCuts } from '../../parts/short-cuts.ts'
import { namedRanges, rangeKeys } from '../../url-state/range.ts'
import type { ReportState } from '../../url-state/report-state.ts'

/** The letters of the ranges, and `x` to drop all filters. */
export function useReportShortCuts(change: (change: Partial<ReportState>) => void): void {
  const ranges = namedRanges.map((range) => [rangeKeys[range], () => change({ range })] as const)
  useShortCuts({
    ...Object.fromEntries(ranges),
    x: () => change({ filters: [] }),
  })
}
