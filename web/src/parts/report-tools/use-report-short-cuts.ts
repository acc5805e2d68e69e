import { namedRanges, rangeKeys } from '../../url-state/range.ts'
import type { ChangeReport } from '../../url-state/report-state.ts'
import { useShortCuts } from '../frame/short-cuts.ts'

/** The shortcuts of the ranges, and `x` to remove all filters; none if there is nothing to change. */
export function useReportShortCuts(change: ChangeReport | undefined): void {
  const ranges = namedRanges.map((range) => [rangeKeys[range], () => change?.({ range })] as const)
  useShortCuts(change ? { ...Object.fromEntries(ranges), x: () => change({ filters: [] }) } : {})
}
