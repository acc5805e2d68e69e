import { useQuery } from '@tanstack/react-query'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { request } from './request.ts'

const someRows: Wanted = { rows: 5, everyMs: 10_000 }

interface Wanted {
  /** The length of each list. */
  rows: number
  everyMs: number
}

/** What goes on at a site this minute, asked again while the page is looked at and not beyond. */
export function useLive(siteId: string, { rows, everyMs }: Wanted = someRows) {
  return useQuery({
    queryKey: ['live', siteId, rows],
    queryFn: ({ signal }) =>
      request<Realtime>(`/api/v1/realtime?siteId=${encodeURIComponent(siteId)}`, {
        method: 'POST',
        body: { limit: rows },
        signal,
      }),
    refetchInterval: everyMs,
  })
}
