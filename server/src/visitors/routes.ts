import {
  siteErasureOperations,
  visitorSummaryOperations,
} from '@tributary/contract/operations/app-sites.ts'
import { erasureOperations, visitorOperations } from '@tributary/contract/operations/visitors.ts'
import type { FastifyInstance } from 'fastify'
import { keyActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { keyOf } from '../http/api-key.ts'
import { noteDeed } from '../http/note-deed.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { personOf, readerOf } from '../http/signed-in.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Services } from '../services.ts'
import { getVisitor } from './get-visitor.ts'
import { getProfile, getProfilePages } from './profile/get-profile.ts'
import { profileTables } from './profile/tables.ts'
import { summariseVisitors } from './summarise-visitors.ts'

/** What a site knows about one person, on all devices, from the first touch to each payment; and forgetting it. */
export function visitorRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, erasures } = services

  serveOperations(app, services, visitorOperations, {
    'GET /api/v1/visitor': ({ site, query }) => getVisitor(services, site, query),

    'GET /api/v1/visitors/profile': ({ request, site, query, inTables }) =>
      inTables(profileTables, () =>
        answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
          withinLimits(() => getProfile(services, site, query)),
        ),
      ),

    'GET /api/v1/visitors/profile/pages': ({ request, site, query }) =>
      answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
        withinLimits(() => getProfilePages(services, site, query)),
      ),
  })

  serveOperations(app, services, visitorSummaryOperations, {
    'POST /api/app/sites/:siteId/visitor-summaries': ({ request, site, body }) => {
      const reader = { siteId: site.id, id: `person:${personOf(request).id}` }
      return answerUpToDate(services, { reader, units: 1 }, async () => ({
        visitors: await summariseVisitors(services, site, body.visitorIds),
      }))
    },
  })

  serveOperations(app, services, erasureOperations, {
    'DELETE /api/v1/visitor': ({ request, site: { id: siteId }, query }) => {
      const by = keyActor(keyOf(request))
      const note = () =>
        recordAudit(control.db, clock.now(), { action: 'visitor.erased', by, siteId })
      return erasures.erase(siteId, query.visitorId, note)
    },
  })

  serveOperations(app, services, siteErasureOperations, {
    'POST /api/app/sites/:siteId/erasures': ({ request, site: { id: siteId }, body }) => {
      const note = () => noteDeed(services, request, { action: 'visitor.erased', siteId })
      return erasures.erase(siteId, body.visitorId, note)
    },
  })
}
