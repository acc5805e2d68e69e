import { useQuery } from '@tanstack/react-query'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { request } from './client/request.ts'
import { shareAccessTo } from './site/share-access.ts'

const someRows: Wanted = { rows: 5, everyMs: 10_000 }

interface Wanted {
  /** The length of each list. */
  rows: number
  everyMs: number
}

/** The current activity of a site, refreshed while the page is visible. */
export function useLive(siteId: string, { rows, everyMs }: Wanted = someRows) {
  return useQuery({
    queryKey: ['live', siteId, rows],
    queryFn: ({ signal }) => {
      const shareAccess = shareAccessTo(siteId)
      const body = { limit: rows }
      return shareAccess === undefined
        ? request('POST /api/v1/realtime', { siteId, body, signal })
        : request('POST /api/share/realtime', { shareAccess, body, signal })
    },
    refetchInterval: everyMs,
  })
}

/** The last known country of visitors, from the pages and goals of the same answer: payments have no country. */
export function countriesOf(live: Realtime | undefined): ReadonlyMap<string, string> {
  const seen = [...(live?.goals ?? []), ...(live?.pageViews ?? [])]
  return new Map(seen.reverse().map(({ visitorId, country }) => [visitorId, country]))
}
