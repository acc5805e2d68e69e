import { newAppSegment } from '@tributary/contract/app-segment.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import type { SiteRole } from '../store/control/accounts/account-rows.ts'
import { addSegment, listSegments, removeSegment } from './segments.ts'

const validateSegment = validateBody(newAppSegment)

interface OnSite {
  Params: { siteId: string }
}

interface OnSegment {
  Params: { siteId: string; segmentId: string }
}

/** `/api/app/sites/:siteId/segments`: who may look reads them, who may change the site keeps them. */
export function segmentRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const person = requirePerson(services)
  const segments = '/api/app/sites/:siteId/segments'
  const siteIdFor = async (request: FastifyRequest<OnSite>, role: SiteRole) => {
    const place = { id: request.params.siteId, role }
    return (await getSiteAs(control, personOf(request), place)).id
  }

  app.get<OnSite>(segments, person, async (request) => {
    const siteId = await siteIdFor(request, 'viewer')
    return success({ segments: await listSegments(control, siteId) })
  })

  app.post<OnSite>(segments, person, async (request) => {
    const siteId = await siteIdFor(request, 'admin')
    const added = { input: validateSegment(request.body), nowMs: clock.now() }
    return success({ segment: await addSegment(control, siteId, added) })
  })

  app.delete<OnSegment>(`${segments}/:segmentId`, person, async (request) => {
    const siteId = await siteIdFor(request, 'admin')
    await removeSegment(control, siteId, request.params.segmentId)
    return success({ removed: request.params.segmentId })
  })
}
