import { appKeyChanges, newAppKey } from '@tributary/contract/app-key.ts'
import { appSiteChanges, newAppSite } from '@tributary/contract/app-site.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { findRoleOn, getSiteAs, listSitesFor, requireOwner } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
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

const dayMs = 24 * 60 * 60_000

/** `/api/app/sites` and below: a signed-in person's sites, their settings and their API keys. */
export function siteRoutes(app: FastifyInstance, services: Services): void {
  settingsRoutes(app, services)
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
    return success({ site: presentSite(site) })
  })

  app.get<OnSite>('/api/app/sites/:siteId', person, async (request) => {
    const place = { id: request.params.siteId, role: 'viewer' as const }
    const account = personOf(request)
    const site = await getSiteAs(control, account, place)
    return success({ site: presentSite(site), role: await findRoleOn(control, account, site.id) })
  })

  app.patch<OnSite>('/api/app/sites/:siteId', person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const { retentionDays, ...changes } = validateChanges(request.body)
    const changed = await updateSite(control, siteId, {
      ...changes,
      retentionDays: retentionDays === 'off' ? null : retentionDays,
    })
    return success({ site: presentSite(changed) })
  })
}

function keyRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, apiKeys } = services
  const person = requirePerson(services)
  const keys = '/api/app/sites/:siteId/keys'

  app.get<OnSite>(keys, person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const usable = (await apiKeys.list(siteId)).filter((key) => key.revokedMs === undefined)
    return success({ keys: usable.map(presentKey) })
  })

  app.post<OnSite>(keys, person, async (request) => {
    const { siteId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const { expiresInDays, ...input } = validateNewKey(request.body)
    const expiresMs = expiresInDays && clock.now() + expiresInDays * dayMs
    const { key, token } = await apiKeys.create(siteId, { ...input, expiresMs })
    return success({ key: presentKey(key), token })
  })

  app.patch<OnKey>(`${keys}/:keyId`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const changes = validateKeyChanges(request.body)
    return success({ key: presentKey(await apiKeys.change(siteId, keyId, changes)) })
  })

  app.post<OnKey>(`${keys}/:keyId/roll`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    const { key, token } = await apiKeys.roll(siteId, keyId)
    return success({ key: presentKey(key), token })
  })

  app.delete<OnKey>(`${keys}/:keyId`, person, async (request) => {
    const { siteId, keyId } = request.params
    await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    return success({ key: presentKey(await apiKeys.revoke(siteId, keyId)) })
  })
}
