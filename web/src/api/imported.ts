import { useQuery } from '@tanstack/react-query'
import type { Imported } from '@tributary/contract/data-import.ts'
import { request } from './request.ts'

/** The most values of one dimension that are asked for. */
export const mostImportedValues = 100

/** The days that another tool had added up, of some; none without days. */
export function useImportedDays(siteId: string, days: [from: string, to: string] | undefined) {
  const [from = '', to = ''] = days ?? []
  const query = new URLSearchParams({ siteId, from, to })
  return useQuery({
    queryKey: ['sites', siteId, 'imported', 'days', from, to],
    enabled: days !== undefined,
    queryFn: async ({ signal }) =>
      (await request<Imported>(`/api/v1/imported?${query}`, { signal })).days,
    // They change with an import only.
    staleTime: 600_000,
  })
}

/**
 * What another tool had added up: its days, or the values of a dimension. `imports` names the imports that
 * it comes from, so that it is asked again when one more is done or undone.
 */
export function useImported(siteId: string, dimension: string | null, imports: readonly string[]) {
  const query = new URLSearchParams({ siteId })
  if (dimension !== null) {
    query.set('dimension', dimension)
    query.set('limit', String(mostImportedValues))
  }
  return useQuery({
    queryKey: ['sites', siteId, 'imported', dimension, ...imports],
    queryFn: ({ signal }) => request<Imported>(`/api/v1/imported?${query}`, { signal }),
  })
}
