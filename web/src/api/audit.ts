import { useInfiniteQuery } from '@tanstack/react-query'
import type { AppAuditEntry } from '@tributary/contract/app-audit.ts'
import { request } from './request.ts'

interface AuditPage {
  entries: AppAuditEntry[]
  nextCursor: string | null
  keptDays: number
}

/** The audit log page by page, the latest first: of a site, or of the whole installation. */
export function useAudit(siteId: string | undefined, action: string | undefined) {
  const path =
    siteId === undefined ? '/api/app/audit' : `/api/app/sites/${encodeURIComponent(siteId)}/audit`
  return useInfiniteQuery({
    queryKey: ['audit', siteId, action],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        ...(action !== undefined && { action }),
        ...(pageParam !== '' && { cursor: pageParam }),
      })
      return request<AuditPage>(`${path}?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
