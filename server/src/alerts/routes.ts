import { alertHookOperations, alertOperations } from '@tributary/contract/operations/app-alerts.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import { personActor } from '../audit/actor.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import type { Services } from '../services.ts'
import { changeAlertSettings, getAlertSettings } from './alert-settings.ts'
import { listAlertHooks } from './hook-rows.ts'
import { listDeliveries } from './list-deliveries.ts'
import { addHook, presentHook, removeHook, rotateHook } from './manage-hooks.ts'
import { tryHook } from './try-hook.ts'

/** A site's alerts and their recipients. */
export function alertRoutes(app: FastifyInstance, services: Services): void {
  const { control } = services
  serveOperations(app, services, alertOperations, {
    'GET /api/app/sites/:siteId/alerts': async ({ site }) => {
      const [settings, members, hooks] = await Promise.all([
        getAlertSettings(control, site),
        listMemberRows(control.db, site.id),
        listAlertHooks(control.db, site.id),
      ])
      return {
        settings,
        members: members.map(({ accountId, email }) => ({ accountId, email })),
        hooks: hooks.map(presentHook),
      }
    },

    'PUT /api/app/sites/:siteId/alerts': async ({ site, person, body }) => ({
      settings: await changeAlertSettings(control, site, body, auditOf(services, person)),
    }),

    'GET /api/app/sites/:siteId/alerts/deliveries': async ({ site }) => ({
      deliveries: await listDeliveries(control, site.id),
    }),
  })
  hookRoutes(app, services)
}

function hookRoutes(app: FastifyInstance, services: Services): void {
  const { addressLimits } = services
  serveOperations(app, services, alertHookOperations, {
    'POST /api/app/sites/:siteId/alerts/hooks': ({ site, person, body }) =>
      addHook(services, site.id, body, auditOf(services, person)),

    'POST /api/app/sites/:siteId/alerts/hooks/:hookId/rotate': ({ site, person, params }) => {
      const place = { siteId: site.id, id: params.hookId }
      return rotateHook(services, place, auditOf(services, person))
    },

    'POST /api/app/sites/:siteId/alerts/hooks/:hookId/test': async ({ site, person, params }) => {
      await refuseTooMany(addressLimits, `test alert ${person.id}`)
      await tryHook(services, site, params.hookId)
      return { message: 'The webhook took a test alert' }
    },

    'DELETE /api/app/sites/:siteId/alerts/hooks/:hookId': async ({ site, person, params }) => {
      const place = { siteId: site.id, id: params.hookId }
      await removeHook(services, place, auditOf(services, person))
      return { message: 'Webhook removed' }
    },
  })
}

function auditOf({ clock }: Services, person: Account) {
  return { by: personActor(person), nowMs: clock.now() }
}
