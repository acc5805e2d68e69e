import type { AuditAction } from '@tributary/contract/app-audit.ts'
import { appKeyChanges, newAppKey } from '@tributary/contract/app-key.ts'
import { appSiteChanges, newAppSite } from '@tributary/contract/app-site.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findRoleOn, getSiteAs, listSitesFor, requireOwner } from '../accounts/site-access.ts'
import { personActor } from '../audit/actor.ts'
import { type AuditedDeed, changesBetween } from '../audit/record-audit.ts'
import { noteDeed } from '../http/note-deed.ts'
import { requireStepUp } from '../http/proof.ts'
import { queueKeyNotice } from '../http/security-notice.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import { identityKey } from '../identities/identity-key.ts'
import type { Services } from '../services.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import type { ApiKey } from './api-keys.ts'
import { createSite, updateSite } from './manage-sites.ts'
import { presentKey, presentSite } from './present.ts'

const validateNewSite = validateBody(newAppSite)
const validateChanges = validateBody(appSiteChanges)
const validateNewKey = validateBody(newAppKey)
const validateKeyChanges = validateBody(appKeyChanges)

interface OnSite {
  Params: { siteId: string }
}

interface OnKey {
  Params: { siteId: string; keyId: string }
}

/** What the audit log records about a changed key. */
const keySettings = ['name', 'scopes', 'ratePerMinute']
const dayMs = 24 * 60 * 60_000

/** `/api/app/sites` and below: a signed-in person's sites, their settings and their API keys. */
export function siteRoutes(app: FastifyInstance, services: Services): void {
  settingsRoutes(app, services)
  identityKeyRoutes(app, services)
  keyRoutes(app, services)
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const person = requirePerson(services)

  app.get('/api/app/sites', person, async (request) => {
    const sites = await listSitesFor(control, personOf(request))
    return success({ sites: sites.map(presentSite) })
  })

  app.post('/api/app/sites', person, async (request) => {
    requireOwner(personOf(request))
    const { domain, ...settings } = validateNewSite(request.body)
    const site = await createSite(control.db, clock.now(), { ...settings, domains: [domain] })
    await noteDeed(services, request, {
      action: 'site.made',
      siteId: site.id,
      object: { id: site.id, name: site.name },
    })
    return success({ site: presentSite(site) })
  })

  app.get<OnSite>('/api/app/sites/:siteId', person, async (request) => {
    const place = { id: request.params.siteId, role: 'viewer' as const }
    const account = personOf(request)
    const site = await getSiteAs(control, account, place)
    const overBudgetMs = services.collector.overBudgetMs(site.id)
    return success({
      site: presentSite(site),
      role: await findRoleOn(control, account, site.id),
      overBudgetSince: overBudgetMs === undefined ? null : new Date(overBudgetMs).toISOString(),
    })
  })

  app.patch<OnSite>('/api/app/sites/:siteId', person, async (request) => {
    const { siteId } = request.params
    const account = personOf(request)
    await getSiteAs(control, account, { id: siteId, role: 'admin' })
    const { retentionDays, ...changes } = validateChanges(request.body)
    const changed = await updateSite(
      control,
      siteId,
      { ...changes, retentionDays: retentionDays === 'off' ? null : retentionDays },
      { by: personActor(account), nowMs: clock.now() },
    )
    return success({ site: presentSite(changed) })
  })
}

/** The key that a site's server signs its users with. It is derived, so it can be shown again. */
function identityKeyRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, secrets } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/identity-key'

  app.get<OnSite>(path, person, async (request) => {
    const place = { id: request.params.siteId, role: 'admin' as const }
    const site = await getSiteAs(control, personOf(request), place)
    await requireStepUp(services, request)
    return success({ identityKey: identityKey(secrets, site) })
  })

  app.post<OnSite>(`${path}/roll`, person, async (request) => {
    const place = { id: request.params.siteId, role: 'admin' as const }
    const account = personOf(request)
    const { id, identityKeyVersion } = await getSiteAs(control, account, place)
    await requireStepUp(services, request)
    const next = { identityKeyVersion: identityKeyVersion + 1 }
    const audit = { by: personActor(account), nowMs: clock.now() }
    return success({
      identityKey: identityKey(secrets, await updateSite(control, id, next, audit)),
    })
  })
}

function keyRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, apiKeys } = services
  const person = requirePerson(services)
  const keys = '/api/app/sites/:siteId/keys'
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

  app.get<OnSite>(keys, person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const usable = (await apiKeys.list(siteId)).filter((key) => key.revokedMs === undefined)
    return success({ keys: usable.map(presentKey) })
  })

  app.post<OnSite>(keys, person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    await requireStepUp(services, request)
    const { expiresInDays, ...input } = validateNewKey(request.body)
    const expiresMs = expiresInDays && clock.now() + expiresInDays * dayMs
    const also = noteNewKey(request, 'key.made')
    const { key, token } = await apiKeys.create(siteId, { ...input, expiresMs }, also)
    return success({ key: presentKey(key), token })
  })

  app.patch<OnKey>(`${keys}/:keyId`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    await requireStepUp(services, request)
    const changes = validateKeyChanges(request.body)
    const old = (await apiKeys.list(siteId)).find(({ id }) => id === keyId)
    const key = await apiKeys.change(siteId, keyId, changes)
    await noteKey(request, 'key.changed', key, {
      changes: changesBetween(old ?? {}, key, keySettings),
    })
    return success({ key: presentKey(key) })
  })

  app.post<OnKey>(`${keys}/:keyId/roll`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    await requireStepUp(services, request)
    const also = noteNewKey(request, 'key.rolled')
    const { key, token } = await apiKeys.roll(siteId, keyId, also)
    return success({ key: presentKey(key), token })
  })

  app.delete<OnKey>(`${keys}/:keyId`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const key = await apiKeys.revoke(siteId, keyId)
    await noteKey(request, 'key.revoked', key)
    return success({ key: presentKey(key) })
  })
}
