import { alertHookOperations, alertOperations } from '@tributary/contract/operations/app-alerts.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import { personActor } from '../audit/actor.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import { changeAlertSettings, getAlertSettings } from './alert-settings.ts'
import { listAlertHooks } from './hook-rows.ts'
import { listDeliveries } from './list-deliveries.ts'
import { addHook, presentHook, removeHook, rotateHook } from './manage-hooks.ts'
import type { AlertSending } from './send-alerts.ts'
import { tryHook } from './try-hook.ts'

/** What alerts need: their storage, and the means to send them. */
export interface AlertDeps extends Serving, AlertSending {
  addressLimits: RateLimiter
}

/** A site's alerts and their recipients. */
export function alertRoutes(app: FastifyInstance, deps: AlertDeps): void {
  const { control } = deps
  serveOperations(app, deps, alertOperations, {
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

    'PATCH /api/app/sites/:siteId/alerts': async ({ site, person, body }) => ({
      settings: await changeAlertSettings(control, site, body, auditOf(deps, person)),
    }),

    'GET /api/app/sites/:siteId/alerts/deliveries': async ({ site }) => ({
      deliveries: await listDeliveries(control, site.id),
    }),
  })
  hookRoutes(app, deps)
}

function hookRoutes(app: FastifyInstance, deps: AlertDeps): void {
  const { addressLimits } = deps
  serveOperations(app, deps, alertHookOperations, {
    'POST /api/app/sites/:siteId/alerts/hooks': ({ site, person, body }) =>
      addHook(deps, site.id, body, auditOf(deps, person)),

    'POST /api/app/sites/:siteId/alerts/hooks/:hookId/rotate': ({ site, person, params }) => {
      const place = { siteId: site.id, id: params.hookId }
      return rotateHook(deps, place, auditOf(deps, person))
    },

    'POST /api/app/sites/:siteId/alerts/hooks/:hookId/test': async ({ site, person, params }) => {
      await refuseTooMany(addressLimits, `test alert ${person.id}`)
      await tryHook(deps, site, params.hookId)
      return { message: 'The webhook took a test alert' }
    },

    'DELETE /api/app/sites/:siteId/alerts/hooks/:hookId': async ({ site, person, params }) => {
      const place = { siteId: site.id, id: params.hookId }
      await removeHook(deps, place, auditOf(deps, person))
      return { message: 'Webhook removed' }
    },
  })
}

function auditOf({ clock }: AlertDeps, person: Account) {
  return { by: personActor(person), nowMs: clock.now() }
}
