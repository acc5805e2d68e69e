import { useQuery } from '@tanstack/react-query'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { request } from './request.ts'

const refreshMs = 10_000

/** What goes on at a site this minute, asked again while the page is looked at. */
export function useLive(siteId: string) {
  return useQuery({
    queryKey: ['live', siteId],
    queryFn: ({ signal }) =>
      request<Realtime>(`/api/v1/realtime?siteId=${encodeURIComponent(siteId)}`, {
        method: 'POST',
        body: { limit: 5 },
        signal,
      }),
    refetchInterval: refreshMs,
  })
}
