import { goalSettingChange } from '@tributary/contract/app-goals.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personActor } from '../audit/actor.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Services } from '../services.ts'
import type { SiteRole } from '../store/control/accounts/account-rows.ts'
import { changeGoalSetting, listGoalSettings } from './goal-settings.ts'
import { listSeenGoals } from './list-seen-goals.ts'

const validateChange = validateBody(goalSettingChange)

interface OnSite {
  Params: { siteId: string }
}

/** `/api/app/sites/{site}/goals`: who may look reads how goals are shown, who may change the site says it. */
export function goalSettingRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, engine, events } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/goals'
  const siteFor = (request: FastifyRequest<OnSite>, role: SiteRole) =>
    getSiteAs(control, personOf(request), { id: request.params.siteId, role })

  app.get<OnSite>(path, person, async (request) => {
    const { id } = await siteFor(request, 'viewer')
    return success({ goals: await listGoalSettings(control, id) })
  })

  app.patch<OnSite>(path, person, async (request) => {
    const site = await siteFor(request, 'admin')
    const change = validateChange(request.body)
    const audit = { by: personActor(personOf(request)), nowMs: clock.now() }
    return success({ goals: await changeGoalSetting(control, site, change, audit) })
  })

  app.get<OnSite>(`${path}/seen`, person, async (request) => {
    const { id } = await siteFor(request, 'viewer')
    await events.flush()
    const asked = { siteId: id, nowMs: clock.now() }
    return success({ goals: await withinLimits(() => listSeenGoals(engine, asked)) })
  })
}
