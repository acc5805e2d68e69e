import type { AuditAction } from '@tributary/contract/app-audit.ts'
import {
  identityKeyOperations,
  keyOperations,
  siteOperations,
} from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findRoleOn, listSitesFor } from '../accounts/site-access.ts'
import { personActor } from '../audit/actor.ts'
import { type AuditedDeed, changesBetween } from '../audit/record-audit.ts'
import { noteDeed } from '../http/note-deed.ts'
import { queueKeyNotice } from '../http/security-notice.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { personOf } from '../http/signed-in.ts'
import { identityKey } from '../identities/identity-key.ts'
import { isoTimeOrNull } from '../iso-time.ts'
import { findDefaultView } from '../reports/saved-views.ts'
import type { Services } from '../services.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import type { ApiKey } from './api-keys.ts'
import { createSite, updateSite } from './manage-sites.ts'
import { presentKey, presentSite } from './present.ts'

/** What the audit log records about a changed key. */
const keySettings = ['name', 'scopes', 'ratePerMinute']
const dayMs = 24 * 60 * 60_000

/** A signed-in person's sites, their settings and their API keys. */
export function siteRoutes(app: FastifyInstance, services: Services): void {
  settingsRoutes(app, services)
  identityKeyRoutes(app, services)
  keyRoutes(app, services)
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  serveOperations(app, services, siteOperations, {
    'GET /api/app/sites': async ({ person }) => ({
      sites: (await listSitesFor(control, person)).map(presentSite),
    }),

    'POST /api/app/sites': async ({ request, body }) => {
      const { domain, ...settings } = body
      const site = await createSite(control.db, clock.now(), { ...settings, domains: [domain] })
      await noteDeed(services, request, {
        action: 'site.made',
        siteId: site.id,
        object: { id: site.id, name: site.name },
      })
      return { site: presentSite(site) }
    },

    'GET /api/app/sites/:siteId': async ({ site, person }) => ({
      site: presentSite(site),
      role: (await findRoleOn(control, person, site.id)) ?? 'viewer',
      overBudgetSince: isoTimeOrNull(services.collector.overBudgetMs(site.id)),
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
      if (primaryProvider !== undefined) services.payments.wake()
      return { site: presentSite(changed) }
    },
  })
}

/** The key that a site's server signs its users with. It is derived, so it can be shown again. */
function identityKeyRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, secrets } = services
  serveOperations(app, services, identityKeyOperations, {
    'GET /api/app/sites/:siteId/identity-key': async ({ site }) => ({
      identityKey: identityKey(secrets, site),
    }),

    'POST /api/app/sites/:siteId/identity-key/roll': async ({ site, person }) => {
      const next = { identityKeyVersion: site.identityKeyVersion + 1 }
      const audit = { by: personActor(person), nowMs: clock.now() }
      return { identityKey: identityKey(secrets, await updateSite(control, site.id, next, audit)) }
    },
  })
}

function keyRoutes(app: FastifyInstance, services: Services): void {
  const { clock, apiKeys } = services
  const noteKey = (
    request: FastifyRequest,
    action: AuditAction,
    { id, siteId, name }: ApiKey,
    { changes = {}, db }: Pick<AuditedDeed, 'changes'> & { db?: ControlStore['db'] } = {},
  ) => noteDeed(services, request, { action, siteId, object: { id, name }, changes }, db)
  const noteNewKey =
    (request: FastifyRequest, action: AuditAction): AlsoWrite<ApiKey> =>
    async (db, key) => {
      await noteKey(request, action, key, { db })
      await queueKeyNotice(db, services, request, { by: personOf(request), ...key })
    }

  serveOperations(app, services, keyOperations, {
    'GET /api/app/sites/:siteId/keys': async ({ site }) => {
      const usable = (await apiKeys.list(site.id)).filter((key) => key.revokedMs === undefined)
      return { keys: usable.map(presentKey) }
    },

    'POST /api/app/sites/:siteId/keys': async ({ request, site, body }) => {
      const { expiresInDays, ...input } = body
      const expiresMs = expiresInDays && clock.now() + expiresInDays * dayMs
      const also = noteNewKey(request, 'key.made')
      const { key, token } = await apiKeys.create(site.id, { ...input, expiresMs }, also)
      return { key: presentKey(key), token }
    },

    'PATCH /api/app/sites/:siteId/keys/:keyId': async ({ request, site, params, body }) => {
      const { keyId } = params
      const old = (await apiKeys.list(site.id)).find(({ id }) => id === keyId)
      const key = await apiKeys.change(site.id, keyId, body)
      await noteKey(request, 'key.changed', key, {
        changes: changesBetween(old ?? {}, key, keySettings),
      })
      return { key: presentKey(key) }
    },

    'POST /api/app/sites/:siteId/keys/:keyId/roll': async ({ request, site, params }) => {
      const also = noteNewKey(request, 'key.rolled')
      const { key, token } = await apiKeys.roll(site.id, params.keyId, also)
      return { key: presentKey(key), token }
    },

    'DELETE /api/app/sites/:siteId/keys/:keyId': async ({ request, site, params }) => {
      const key = await apiKeys.revoke(site.id, params.keyId)
      await noteKey(request, 'key.revoked', key)
      return { key: presentKey(key) }
    },
  })
}
