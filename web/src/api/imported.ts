import { useQuery } from '@tanstack/react-query'
import type { ImportedDimension } from '@tributary/contract/data-import.ts'
import { request } from './client/request.ts'

/** The most values of one dimension that are requested. */
export const mostImportedValues = 100

/** Some of the daily totals of another tool; none without days. */
export function useImportedDays(siteId: string, days: [from: string, to: string] | undefined) {
  const [from = '', to = ''] = days ?? []
  return useQuery({
    queryKey: ['sites', siteId, 'imported', 'days', from, to],
    enabled: days !== undefined,
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/imported', { siteId, query: { from, to }, signal })).days,
    // They only change with an import.
    staleTime: 600_000,
  })
}

/**
 * Another tool's totals: its days, or the values of a dimension. `imports` names the imports that they come from, so
 * that they are requested again when one more is done or undone.
 */
export function useImported(
  siteId: string,
  dimension: ImportedDimension | null,
  imports: readonly string[],
) {
  const query = dimension === null ? {} : { dimension, limit: mostImportedValues }
  return useQuery({
    queryKey: ['sites', siteId, 'imported', dimension, ...imports],
    queryFn: ({ signal }) => request('GET /api/v1/imported', { siteId, query, signal }),
  })
}
