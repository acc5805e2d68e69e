import { type SiteErasureState, siteEnd } from '@tributary/contract/app-site.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personActor } from '../audit/actor.ts'
import { requireStepUp } from '../http/proof.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { findSiteErasure } from '../store/control/erasures/erasure-rows.ts'
import { eraseSite } from './erase-site.ts'

const validateEnd = validateBody(siteEnd)

/** How long an answer waits for the last rows to be gone; a large site's continue in the background. */
const patienceMs = 10_000

interface OnSite {
  Params: { siteId: string }
}

/** `/api/app/sites/…/reset` and `…/delete`: a site's data, or the site itself, is no more. */
export function eraseSiteRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, erasures } = services
  const person = requirePerson(services)

  const erase = async (request: FastifyRequest<OnSite>, whole: 'reset' | 'delete') => {
    const { siteId } = request.params
    const account = personOf(request)
    await getSiteAs(control, account, { id: siteId, role: 'owner' })
    await requireStepUp(services, request)
    const { confirm } = validateEnd(request.body)
    const end = { siteId, whole, confirm, by: personActor(account) }
    await eraseSite(control, end, clock.now())
    return success({ finished: await erasures.finishSite(siteId, patienceMs) })
  }

  app.post<OnSite>('/api/app/sites/:siteId/reset', person, (request) => erase(request, 'reset'))
  app.post<OnSite>('/api/app/sites/:siteId/delete', person, (request) => erase(request, 'delete'))

  app.get<OnSite>('/api/app/sites/:siteId/reset', person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const found = await findSiteErasure(control.db, siteId)
    const reset: SiteErasureState | null = found
      ? { at: new Date(found.erasedMs).toISOString(), finished: found.isDone }
      : null
    return success({ reset })
  })
}
