import { success } from '@tributary/contract/envelope.ts'
import { visitorIdRequired, visitorQuery } from '@tributary/contract/visitor.ts'
import type { FastifyInstance } from 'fastify'
import { requireKey, siteOf } from '../http/api-key.ts'
import { validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { getVisitor } from './get-visitor.ts'

const validateVisitorQuery = validateQuery(visitorQuery, visitorIdRequired)

/** `GET /api/v1/visitor`: everything the site knows about one visitor. */
export function visitorRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/visitor', requireKey(services, 'visitors:read'), async (request) => {
    const query = validateVisitorQuery(request.query)
    return success(await getVisitor(services, siteOf(request), query))
  })
}
