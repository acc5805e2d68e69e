import { identityKeyOperations, siteOperations } from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance } from 'fastify'
import { auditAction } from '../accounts/http/audit-action.ts'
import { personActor } from '../audit/actor.ts'
import type { Collector } from '../collect/collector.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { identityKey } from '../identities/identity-key.ts'
import type { Payments } from '../payments/payments.ts'
import { findDefaultView } from '../reports/saved-views/saved-views.ts'
import type { SiteDirectory } from '../sites/find-site.ts'
import { createSite } from '../sites/manage-sites.ts'
import { presentSite } from '../sites/present.ts'
import { findRoleOn, listSitesFor } from '../sites/site-access.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { isoTimeOrNull } from '../time/iso-time.ts'
import { updateSite } from './change-site.ts'

/** The parts that changes of sites' settings affect. */
export interface SiteSettingsDeps extends Serving {
  secrets: Secrets
  collector: Pick<Collector, 'overBudgetMs'>
  payments: Pick<Payments, 'wake'>
  sites: Pick<SiteDirectory, 'forget'>
}

/** A signed-in person's sites and their settings. */
export function siteSettingsRoutes(app: FastifyInstance, deps: SiteSettingsDeps): void {
  settingsRoutes(app, deps)
  identityKeyRoutes(app, deps)
}

function settingsRoutes(app: FastifyInstance, deps: SiteSettingsDeps): void {
  const { control, clock } = deps
  serveOperations(app, deps, siteOperations, {
    'GET /api/app/sites': async ({ person }) => ({
      sites: (await listSitesFor(control, person)).map(presentSite),
    }),

    'POST /api/app/sites': async ({ request, body }) => {
      const { domain, ...settings } = body
      const site = await createSite(control.db, clock.now(), { ...settings, domains: [domain] })
      await auditAction(deps, request, {
        action: 'site.made',
        siteId: site.id,
        object: { id: site.id, name: site.name },
      })
      return { site: presentSite(site) }
    },

    'GET /api/app/sites/:siteId': async ({ site, person }) => ({
      site: presentSite(site),
      role: (await findRoleOn(control, person, site.id)) ?? 'viewer',
      overBudgetSince: isoTimeOrNull(deps.collector.overBudgetMs(site.id)),
      defaultView:
        (await findDefaultView(control, { siteId: site.id, accountId: person.id })) ?? null,
    }),

    'PATCH /api/app/sites/:siteId': async ({ site, person, body }) => {
      const { retentionDays, primaryProvider, ...changes } = body
      const changed = await updateSite(
        control,
        site.id,
        {
          ...changes,
          retentionDays: retentionDays === 'off' ? null : retentionDays,
          primaryProvider: primaryProvider === 'off' ? null : primaryProvider,
        },
        { by: personActor(person), nowMs: clock.now() },
      )
      deps.sites.forget(site.id)
      if (primaryProvider !== undefined) deps.payments.wake()
      return { site: presentSite(changed) }
    },
  })
}

/** The key that a site's server signs its users with. It is derived, so it can be shown again. */
function identityKeyRoutes(app: FastifyInstance, deps: SiteSettingsDeps): void {
  const { control, clock, secrets } = deps
  serveOperations(app, deps, identityKeyOperations, {
    'GET /api/app/sites/:siteId/identity-key': async ({ site }) => ({
      identityKey: identityKey(secrets, site),
    }),

    'POST /api/app/sites/:siteId/identity-key/roll': async ({ site, person }) => {
      const next = { identityKeyVersion: site.identityKeyVersion + 1 }
      const audit = { by: personActor(person), nowMs: clock.now() }
      const changed = await updateSite(control, site.id, next, audit)
      deps.sites.forget(site.id)
      return { identityKey: identityKey(secrets, changed) }
    },
  })
}
