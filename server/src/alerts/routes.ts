import { appAlertSettings, newAlertHook } from '@tributary/contract/app-alerts.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personActor } from '../audit/actor.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { listMemberRows } from '../store/control/accounts/member-rows.ts'
import { listAlertHooks } from '../store/control/alerts/hook-rows.ts'
import { changeAlertSettings, getAlertSettings } from './alert-settings.ts'
import { listDeliveries } from './list-deliveries.ts'
import { addHook, presentHook, removeHook, rotateHook } from './manage-hooks.ts'
import { tryHook } from './try-hook.ts'

const validateSettings = validateBody(appAlertSettings)
const validateHook = validateBody(newAlertHook)

interface OnSite {
  Params: { siteId: string }
}

interface OnHook {
  Params: { siteId: string; hookId: string }
}

/** `/api/app/sites/{site}/alerts` and below: a site's alerts and their recipients. Admins only. */
export function alertRoutes(app: FastifyInstance, services: Services): void {
  const { control } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/alerts'

  app.get<OnSite>(path, person, async (request) => {
    const site = await siteOf(services, request, request.params.siteId)
    const [settings, members, hooks] = await Promise.all([
      getAlertSettings(control, site),
      listMemberRows(control.db, site.id),
      listAlertHooks(control.db, site.id),
    ])
    return success({
      settings,
      members: members.map(({ accountId, email }) => ({ accountId, email })),
      hooks: hooks.map(presentHook),
    })
  })

  app.put<OnSite>(path, person, async (request) => {
    const site = await siteOf(services, request, request.params.siteId)
    const settings = validateSettings(request.body)
    const saved = await changeAlertSettings(control, site, settings, auditOf(services, request))
    return success({ settings: saved })
  })

  app.get<OnSite>(`${path}/deliveries`, person, async (request) => {
    const { id } = await siteOf(services, request, request.params.siteId)
    return success({ deliveries: await listDeliveries(control, id) })
  })

  hookRoutes(app, services)
}

function hookRoutes(app: FastifyInstance, services: Services): void {
  const { addressLimits } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/alerts/hooks'

  app.post<OnSite>(path, person, async (request) => {
    const { id } = await siteOf(services, request, request.params.siteId)
    const input = validateHook(request.body)
    return success(await addHook(services, id, input, auditOf(services, request)))
  })

  app.post<OnHook>(`${path}/:hookId/rotate`, person, async (request) => {
    const { id: siteId } = await siteOf(services, request, request.params.siteId)
    const place = { siteId, id: request.params.hookId }
    return success(await rotateHook(services, place, auditOf(services, request)))
  })

  app.post<OnHook>(`${path}/:hookId/test`, person, async (request) => {
    const site = await siteOf(services, request, request.params.siteId)
    await refuseTooMany(addressLimits, `test alert ${personOf(request).id}`)
    await tryHook(services, site, request.params.hookId)
    return success({ message: 'The webhook took a test alert' })
  })

  app.delete<OnHook>(`${path}/:hookId`, person, async (request) => {
    const { id: siteId } = await siteOf(services, request, request.params.siteId)
    const place = { siteId, id: request.params.hookId }
    await removeHook(services, place, auditOf(services, request))
    return success({ message: 'Webhook removed' })
  })
}

function siteOf({ control }: Services, request: FastifyRequest, id: string): Promise<Site> {
  return getSiteAs(control, personOf(request), { id, role: 'admin' })
}

function auditOf({ clock }: Services, request: FastifyRequest) {
  return { by: personActor(personOf(request)), nowMs: clock.now() }
}
