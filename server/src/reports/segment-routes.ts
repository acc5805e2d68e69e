import { segmentOperations } from '@tributary/contract/operations/app-saved.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import type { Services } from '../services.ts'
import { addSegment, listSegments, removeSegment } from './segments.ts'

/** Who may look at a site reads its segments, who may change the site saves them. */
export function segmentRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  serveOperations(app, services, segmentOperations, {
    'GET /api/app/sites/:siteId/segments': async ({ site }) => ({
      segments: await listSegments(control, site.id),
    }),

    'POST /api/app/sites/:siteId/segments': async ({ site, body: input }) => ({
      segment: await addSegment(control, site.id, { input, nowMs: clock.now() }),
    }),

    'DELETE /api/app/sites/:siteId/segments/:segmentId': async ({ site, params }) => {
      await removeSegment(control, site.id, params.segmentId)
      return { removed: params.segmentId }
    },
  })
}
