import { useQuery } from '@tanstack/react-query'
import type { Visitor } from '@tributary/contract/visitor.ts'
import { request } from './request.ts'

const mostShown = '200'

/** One visitor with the newest of their visits and page views. */
export function useVisitor(siteId: string, visitorId: string) {
  const query = new URLSearchParams({ siteId, visitorId, limit: mostShown })
  return useQuery({
    queryKey: ['visitor', siteId, visitorId],
    queryFn: ({ signal }) => request<Visitor>(`/api/v1/visitor?${query}`, { signal }),
  })
}
