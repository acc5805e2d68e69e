import { newAppFunnel } from '@tributary/contract/app-funnel.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import type { SiteRole } from '../store/control/accounts/account-rows.ts'
import { addFunnel, listFunnels, removeFunnel, replaceFunnel } from './saved-funnels.ts'

const validateFunnel = validateBody(newAppFunnel)

interface OnSite {
  Params: { siteId: string }
}

interface OnFunnel {
  Params: { siteId: string; funnelId: string }
}

/** `/api/app/sites/:siteId/funnels`: who may look reads them, who may change the site keeps them. */
export function savedFunnelRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const person = requirePerson(services)
  const funnels = '/api/app/sites/:siteId/funnels'
  const siteIdFor = async (request: FastifyRequest<OnSite>, role: SiteRole) => {
    const place = { id: request.params.siteId, role }
    return (await getSiteAs(control, personOf(request), place)).id
  }

  app.get<OnSite>(funnels, person, async (request) => {
    const siteId = await siteIdFor(request, 'viewer')
    return success({ funnels: await listFunnels(control, siteId) })
  })

  app.post<OnSite>(funnels, person, async (request) => {
    const siteId = await siteIdFor(request, 'admin')
    const added = { input: validateFunnel(request.body), nowMs: clock.now() }
    return success({ funnel: await addFunnel(control, siteId, added) })
  })

  app.put<OnFunnel>(`${funnels}/:funnelId`, person, async (request) => {
    const siteId = await siteIdFor(request, 'admin')
    const changed = { id: request.params.funnelId, input: validateFunnel(request.body) }
    return success({ funnel: await replaceFunnel(control, siteId, changed) })
  })

  app.delete<OnFunnel>(`${funnels}/:funnelId`, person, async (request) => {
    const siteId = await siteIdFor(request, 'admin')
    await removeFunnel(control, siteId, request.params.funnelId)
    return success({ removed: request.params.funnelId })
  })
}
