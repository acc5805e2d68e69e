import { viewOperations } from '@tributary/contract/operations/app-saved.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../../account.ts'
import { type Serving, serveOperations } from '../../http/serve-operations.ts'
import type { Site } from '../../site.ts'
import { getSiteAs } from '../../sites/site-access.ts'
import { addView, listViews, orderViews, removeView, saveView } from './saved-views.ts'
import type { ViewOwner } from './view-rows.ts'

/** Readers of a site save views for themselves; those who may change the site also for everyone. */
export function savedViewRoutes(app: FastifyInstance, deps: Serving): void {
  const { control, clock } = deps

  /** The owner of the views of a scope, if this person may change them. */
  const ownerOf = async (site: Site, person: Account, scope: string): Promise<ViewOwner> => {
    if (scope === 'person') return { siteId: site.id, accountId: person.id }
    await getSiteAs(control, person, { id: site.id, role: 'admin' })
    return { siteId: site.id, accountId: '' }
  }

  serveOperations(app, deps, viewOperations, {
    'GET /api/app/sites/:siteId/views': async ({ site, person }) => ({
      views: await listViews(control, { siteId: site.id, accountId: person.id }),
    }),

    'POST /api/app/sites/:siteId/views': async ({ site, person, body: input }) => {
      const owner = await ownerOf(site, person, input.scope)
      return { view: await addView(control, owner, { input, nowMs: clock.now() }) }
    },

    'PUT /api/app/sites/:siteId/views/:viewId': async ({ site, person, params, body: input }) => {
      const owner = await ownerOf(site, person, input.scope)
      const given = { id: params.viewId, input, nowMs: clock.now() }
      return { view: await saveView(control, owner, given) }
    },

    'PUT /api/app/sites/:siteId/views': async ({ site, person, body: { scope, ids } }) => {
      await orderViews(control, await ownerOf(site, person, scope), ids)
      return { views: await listViews(control, { siteId: site.id, accountId: person.id }) }
    },

    'DELETE /api/app/sites/:siteId/views/:viewId': async ({ site, person, params }) => {
      const views = await listViews(control, { siteId: site.id, accountId: person.id })
      const view = views.find(({ id }) => id === params.viewId)
      const owner = await ownerOf(site, person, view?.scope ?? 'person')
      return { view: await removeView(control, owner, params.viewId) }
    },
  })
}
