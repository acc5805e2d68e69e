import { funnelOperations } from '@tributary/contract/operations/app-saved.ts'
import type { FastifyInstance } from 'fastify'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { addFunnel, listFunnels, removeFunnel, replaceFunnel } from './saved-funnels.ts'

/** Readers of a site see its funnels; those who may change the site save them. */
export function savedFunnelRoutes(app: FastifyInstance, deps: Serving): void {
  const { control, clock } = deps
  serveOperations(app, deps, funnelOperations, {
    'GET /api/app/sites/:siteId/funnels': async ({ site }) => ({
      funnels: await listFunnels(control, site.id),
    }),

    'POST /api/app/sites/:siteId/funnels': async ({ site, body: input }) => ({
      funnel: await addFunnel(control, site.id, { input, nowMs: clock.now() }),
    }),

    'PUT /api/app/sites/:siteId/funnels/:funnelId': async ({ site, params, body: input }) => ({
      funnel: await replaceFunnel(control, site.id, { id: params.funnelId, input }),
    }),

    'DELETE /api/app/sites/:siteId/funnels/:funnelId': async ({ site, params }) => {
      await removeFunnel(control, site.id, params.funnelId)
      return { removed: params.funnelId }
    },
  })
}
