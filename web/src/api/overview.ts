import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OverviewFigure, SiteOverview } from '@tributary/contract/app/overview.ts'
import type { OverviewRange } from '@tributary/contract/overview-ranges.ts'
import { request } from './client/request.ts'

export type { OverviewFigure, OverviewRange, SiteOverview }

const everyMs = 60_000

/** The figures of all sites by their ids, refreshed every minute while the page is visible. */
export function useOverview(dateRange: OverviewRange) {
  return useQuery({
    queryKey: ['overview', dateRange],
    queryFn: async ({ signal }) => {
      const { sites } = await request('GET /api/app/overview', { query: { dateRange }, signal })
      return new Map(sites.map((site) => [site.siteId, site]))
    },
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}

/** The relative change of a figure; undefined without a previous value. */
export function changeOf({ now, before }: Pick<OverviewFigure, 'now' | 'before'>) {
  return before === 0 ? undefined : (now - before) / Math.abs(before)
}
