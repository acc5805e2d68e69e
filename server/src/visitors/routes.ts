import { success } from '@tributary/contract/envelope.ts'
import { erasureQuery, visitorIdRequired, visitorQuery } from '@tributary/contract/visitor.ts'
import type { FastifyInstance } from 'fastify'
import { keyActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { keyOf, requireKey, siteOf } from '../http/api-key.ts'
import { requireKeyOrPerson } from '../http/signed-in.ts'
import { validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { getVisitor } from './get-visitor.ts'

const validateVisitorQuery = validateQuery(visitorQuery, visitorIdRequired)
const validateErasureQuery = validateQuery(erasureQuery, visitorIdRequired)

/** `/api/v1/visitor`: GET is everything the site knows about one visitor, DELETE makes it forget that. */
export function visitorRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/visitor', requireKeyOrPerson(services, 'visitors:read'), async (request) => {
    const query = validateVisitorQuery(request.query)
    return success(await getVisitor(services, siteOf(request), query))
  })

  app.delete('/api/v1/visitor', requireKey(services, 'events:write'), async (request) => {
    const { visitorId } = validateErasureQuery(request.query)
    const siteId = siteOf(request).id
    const erased = await services.erasures.erase(siteId, visitorId)
    const by = keyActor(keyOf(request))
    const { control, clock } = services
    await recordAudit(control.db, clock.now(), { action: 'visitor.erased', by, siteId })
    return success(erased)
  })
}
