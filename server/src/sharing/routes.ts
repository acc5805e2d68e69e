import { newShare } from '@tributary/contract/app-share.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { listShares, makeShare, revokeShare } from './manage-shares.ts'
import { presentShare } from './share.ts'

const validateNew = validateBody(newShare)

interface OnSite {
  Params: { siteId: string }
}

interface OnShare {
  Params: { siteId: string; shareId: string }
}

/** `/api/app/sites/{site}/shares`: a site's share links, made, listed and revoked by its admins. */
export function shareRoutes(app: FastifyInstance, services: Services): void {
  const { control, config } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/shares'

  app.get<OnSite>(path, person, async (request) => {
    const { siteId } = request.params
    await adminOf(services, request, siteId)
    return success({ shares: (await listShares(control, siteId)).map(presentShare) })
  })

  app.post<OnSite>(path, person, async (request) => {
    const { siteId } = request.params
    const by = await adminOf(services, request, siteId)
    const made = await makeShare(control, siteId, validateNew(request.body), by)
    // Behind # nothing is sent to servers, so no proxy's log has the token; the id says which headers the page gets.
    const link = `${config.publicUrl}/share/${made.share.id}#${made.token}`
    return success({ share: presentShare(made.share), link })
  })

  app.delete<OnShare>(`${path}/:shareId`, person, async (request) => {
    const { siteId, shareId: id } = request.params
    await revokeShare(control, { siteId, id }, await adminOf(services, request, siteId))
    return success({ message: 'Share link revoked' })
  })
}

async function adminOf({ control, clock }: Services, request: FastifyRequest, siteId: string) {
  const account = personOf(request)
  await getSiteAs(control, account, { id: siteId, role: 'admin' })
  return { account, nowMs: clock.now() }
}
