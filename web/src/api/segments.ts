import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppSegment, NewAppSegment } from '@tributary/contract/app-segment.ts'
import { type Filter, filterOfInput } from '../url-state/filter.ts'
import { request } from './request.ts'

/** A choice of traffic that people of a site keep, as the address would name it. */
export interface Segment {
  id: string
  name: string
  filters: Filter[]
}

const keyOf = (siteId: string) => ['sites', siteId, 'segments']

/** The saved segments of the site, by name. What this page cannot show is left out. */
export function useSegments(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/segments', { siteId, signal })).segments,
    select: (stored) => stored.flatMap(asShown),
    staleTime: 30_000,
  })
}

export function useSaveSegment(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAppSegment) =>
      request('POST /api/app/sites/:siteId/segments', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

export function useRemoveSegment(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (segmentId: string) =>
      request('DELETE /api/app/sites/:siteId/segments/:segmentId', { siteId, segmentId }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

function asShown({ id, name, filters }: AppSegment): Segment[] {
  const read = filters.map(filterOfInput)
  return read.every((filter) => filter !== undefined) ? [{ id, name, filters: read }] : []
}
