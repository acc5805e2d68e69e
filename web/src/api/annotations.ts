import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Annotation, AnnotationInput } from '@tributary/contract/annotations.ts'
import { request } from './request.ts'

const key = (siteId: string) => ['annotations', siteId]
const pathOf = (siteId: string, annotationId?: string) => {
  const query = new URLSearchParams({ siteId, ...(annotationId && { annotationId }) })
  return `/api/v1/annotations?${query}`
}

/** All notes of a site, the latest first; there are never more than 2,000. Asked for only where wanted. */
export function useAnnotations(siteId: string, isWanted = true) {
  return useQuery({
    queryKey: key(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ annotations: Annotation[] }>(pathOf(siteId), { signal })).annotations,
    staleTime: 60_000,
    enabled: isWanted,
  })
}

/** All notes, as a request for the table of them. */
export function annotationsTable(siteId: string) {
  return () => ({ path: pathOf(siteId) })
}

/** Adds a note; with an id it takes that one's place, or comes back under it. */
export function useSaveAnnotation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, input }: { id?: string | undefined; input: AnnotationInput }) =>
      request(pathOf(siteId, id), { method: id === undefined ? 'POST' : 'PUT', body: input }),
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** Deletes a note and answers it, so that it can be saved again. */
export function useDeleteAnnotation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      (await request<{ annotation: Annotation }>(pathOf(siteId, id), { method: 'DELETE' }))
        .annotation,
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** A note as it is written again. */
export function writtenAgain({ at, until, text, kind, link }: Annotation): AnnotationInput {
  return { at, text, kind, ...(until !== null && { until }), ...(link !== null && { link }) }
}
