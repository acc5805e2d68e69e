import { annotationOperations } from '@tributary/contract/operations/annotations.ts'
import type { FastifyInstance } from 'fastify'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { listAnnotations, removeAnnotation, saveNote } from './manage-annotations.ts'
import { annotationTables } from './tables.ts'

/** Notes on a site's timeline, for API keys and signed-in users. */
export function annotationRoutes(app: FastifyInstance, deps: Serving): void {
  const { control, clock } = deps
  serveOperations(app, deps, annotationOperations, {
    'GET /api/v1/annotations': ({ site, query, inTables }) =>
      inTables(annotationTables, async () => ({
        annotations: await listAnnotations(control, site, query),
      })),

    'POST /api/v1/annotations': async ({ site, body: input }) => ({
      annotation: await saveNote(control, site, { input, nowMs: clock.now() }),
    }),

    'PUT /api/v1/annotations': async ({ site, query: { annotationId: id }, body: input }) => ({
      annotation: await saveNote(control, site, { id, input, nowMs: clock.now() }),
    }),

    'DELETE /api/v1/annotations': async ({ site, query }) => ({
      annotation: await removeAnnotation(control, site, query.annotationId),
    }),
  })
}
