import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Annotation, AnnotationInput } from '@tributary/contract/annotations.ts'
import { request, tableCall } from '../client/request.ts'

const key = (siteId: string) => ['annotations', siteId]
/** All notes of a site, the latest first; there are never more than 2,000. Only requested where needed. */
export function useAnnotations(siteId: string, isWanted = true) {
  return useQuery({
    queryKey: key(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/annotations', { siteId, signal })).annotations,
    staleTime: 60_000,
    enabled: isWanted,
  })
}

/** All notes, as a request for the table of them. */
export function annotationsTable(siteId: string) {
  return () => tableCall('GET /api/v1/annotations', { siteId })
}

/** Adds a note; with an id it replaces that one, or restores it. */
export function useSaveAnnotation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, input }: { id?: string | undefined; input: AnnotationInput }) =>
      id === undefined
        ? request('POST /api/v1/annotations', { siteId, body: input })
        : request('PUT /api/v1/annotations', { siteId, query: { annotationId: id }, body: input }),
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** Deletes a note and returns it, so that it can be restored. */
export function useDeleteAnnotation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (annotationId: string) => {
      const query = { annotationId }
      return (await request('DELETE /api/v1/annotations', { siteId, query })).annotation
    },
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** A note as an input, to store it again. */
export function writtenAgain({ at, until, text, kind, link }: Annotation): AnnotationInput {
  return { at, text, kind, ...(until !== null && { until }), ...(link !== null && { link }) }
}
