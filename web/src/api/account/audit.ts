import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditAction } from '@tributary/contract/app/audit.ts'
import { request } from '../client/request.ts'

/** The audit log page by page, the latest first: of a site, or of the whole installation. */
export function useAudit(siteId: string | undefined, action: AuditAction | undefined) {
  return useInfiniteQuery({
    queryKey: ['audit', siteId, action],
    queryFn: ({ signal, pageParam }) => {
      const query = { action, cursor: pageParam }
      return siteId === undefined
        ? request('GET /api/app/audit', { query, signal })
        : request('GET /api/app/sites/:siteId/audit', { siteId, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
