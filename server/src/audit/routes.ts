import { appAuditQuery } from '@tributary/contract/app-audit.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs, requireOwner } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { listAudit } from './list-audit.ts'

const validateSearch = validateQuery(appAuditQuery)

/**
 * `GET /api/app/sites/{site}/audit` is a site's part of the audit log, `GET /api/app/audit` the whole of it
 * for the installation's owners. Nothing here changes the log.
 */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { control, config } = services
  const person = requirePerson(services)

  app.get<{ Params: { siteId: string } }>(
    '/api/app/sites/:siteId/audit',
    person,
    async (request) => {
      const { siteId } = request.params
      await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
      const found = await listAudit(control, { siteId, ...validateSearch(request.query) })
      return success({ ...found, keptDays: config.auditDays })
    },
  )

  app.get('/api/app/audit', person, async (request) => {
    requireOwner(personOf(request))
    const found = await listAudit(control, validateSearch(request.query))
    return success({ ...found, keptDays: config.auditDays })
  })
}
