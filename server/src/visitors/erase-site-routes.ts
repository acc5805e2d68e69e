import type { BodyOf } from '@tributary/contract/operation.ts'
import { siteEndOperations } from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import { personActor } from '../audit/actor.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Site } from '../site.ts'
import { findSiteErasure } from '../store/control/erasures/erasure-rows.ts'
import { isoTime } from '../time/iso-time.ts'
import { eraseSite } from './erase-site.ts'
import type { Erasures } from './erasures.ts'

/** What removing a site's data needs. */
export interface SiteErasureDeps extends Serving {
  erasures: Pick<Erasures, 'finishSite'>
}

/** How long an answer waits for the last rows to be gone; a large site's continue in the background. */
const patienceMs = 10_000

/** Routes for resetting and deleting a site. */
export function eraseSiteRoutes(app: FastifyInstance, deps: SiteErasureDeps): void {
  const { control, clock, erasures } = deps

  const erase = async ({ site, person, body }: End, whole: 'reset' | 'delete') => {
    const end = { siteId: site.id, whole, confirm: body.confirm, by: personActor(person) }
    await eraseSite(control, end, clock.now())
    return { finished: await erasures.finishSite(site.id, patienceMs) }
  }

  serveOperations(app, deps, siteEndOperations, {
    'POST /api/app/sites/:siteId/reset': (call) => erase(call, 'reset'),
    'POST /api/app/sites/:siteId/delete': (call) => erase(call, 'delete'),
    'GET /api/app/sites/:siteId/reset': async ({ site }) => {
      const found = await findSiteErasure(control.db, site.id)
      return { reset: found ? { at: isoTime(found.erasedMs), finished: found.isDone } : null }
    },
  })
}

interface End {
  site: Site
  person: Account
  body: BodyOf<(typeof siteEndOperations)['POST /api/app/sites/:siteId/reset']>
}
