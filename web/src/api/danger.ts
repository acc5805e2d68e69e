import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Erasure } from '@tributary/contract/visitor.ts'
import { request } from './request.ts'

/** Makes a site forget a visitor for good. */
export function useEraseVisitor(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (visitorId: string) => {
      const path = `/api/app/sites/${encodeURIComponent(siteId)}/erasures`
      return request<Erasure>(path, { method: 'POST', body: { visitorId } })
    },
    // Every report may have told of the visitor.
    onSuccess: () => client.invalidateQueries(),
  })
}
