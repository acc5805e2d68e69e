import { auditOperations } from '@tributary/contract/operations/app-installation.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import type { Services } from '../services.ts'
import { listAudit } from './list-audit.ts'

/** The audit log: a site's part of it, and the whole of it for the installation's owners. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { control, config } = services
  const keptDays = config.auditDays
  serveOperations(app, services, auditOperations, {
    'GET /api/app/sites/:siteId/audit': async ({ site, query }) => ({
      ...(await listAudit(control, { siteId: site.id, ...query })),
      keptDays,
    }),
    'GET /api/app/audit': async ({ query }) => ({ ...(await listAudit(control, query)), keptDays }),
  })
}
