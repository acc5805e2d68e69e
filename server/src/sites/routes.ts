import type { AuditAction } from '@tributary/contract/app/audit.ts'
import { keyOperations } from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditAction } from '../accounts/http/audit-action.ts'
import { type NoticeDeps, queueKeyNotice } from '../accounts/http/security-notice.ts'
import { personOf } from '../accounts/http/signed-in.ts'
import { type AuditedAction, changesBetween } from '../audit/record-audit.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import type { ApiKey, ApiKeys } from './api-keys.ts'
import { presentKey } from './present.ts'

/** What a site's API keys need. */
export interface KeysDeps extends Serving, NoticeDeps {
  apiKeys: ApiKeys
}

/** What the audit log records about a changed key. */
const keySettings = ['name', 'scopes', 'ratePerMinute']

/** A site's API keys. */
export function keyRoutes(app: FastifyInstance, deps: KeysDeps): void {
  const { clock, apiKeys } = deps
  const noteKey = (
    request: FastifyRequest,
    action: AuditAction,
    { id, siteId, name }: ApiKey,
    { changes = {}, db }: Pick<AuditedAction, 'changes'> & { db?: ControlStore['db'] } = {},
  ) => auditAction(deps, request, { action, siteId, object: { id, name }, changes }, db)
  const noteNewKey =
    (request: FastifyRequest, action: AuditAction): AlsoWrite<ApiKey> =>
    async (db, key) => {
      await noteKey(request, action, key, { db })
      await queueKeyNotice(db, deps, request, { by: personOf(request), ...key })
    }

  serveOperations(app, deps, keyOperations, {
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
