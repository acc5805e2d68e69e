import { auditOperations } from '@tributary/contract/operations/app-installation.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { listAudit } from './list-audit.ts'

/** What the audit log needs. */
export interface AuditDeps extends Serving {
  config: Config
}

/** The audit log: a site's part of it, and all of it for the installation's owners. */
export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  const { control, config } = deps
  const keptDays = config.auditDays
  serveOperations(app, deps, auditOperations, {
    'GET /api/app/sites/:siteId/audit': async ({ site, query }) => ({
      ...(await listAudit(control, { siteId: site.id, ...query })),
      keptDays,
    }),
    'GET /api/app/audit': async ({ query }) => ({ ...(await listAudit(control, query)), keptDays }),
  })
}
