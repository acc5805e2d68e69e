import {
  siteErasureOperations,
  visitorSummaryOperations,
} from '@tributary/contract/operations/app-sites.ts'
import { erasureOperations, visitorOperations } from '@tributary/contract/operations/visitors.ts'
import type { FastifyInstance } from 'fastify'
import { auditAction } from '../accounts/http/audit-action.ts'
import { personOf } from '../accounts/http/signed-in.ts'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import { keyActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { withinLimits } from '../reports/within-limits.ts'
import { keyOf } from '../sites/http/api-key.ts'
import { readerOf } from '../sites/http/key-or-person.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import type { Erasures } from './erasures.ts'
import { getVisitor } from './get-visitor.ts'
import { getProfile, getProfilePages } from './profile/get-profile.ts'
import { profileTables } from './profile/tables.ts'
import type { VisitorSources } from './queries/visitor-hits.ts'
import { summariseVisitors } from './summarise-visitors.ts'

/** What looking up and erasing visitors needs. */
export interface VisitorDeps extends Serving, UpToDate {
  events: UpToDate['events'] & VisitorSources['events']
  engine: Engine
  secrets: Secrets
  erasures: Erasures
}

/**
 * A person's profile and time line, on all devices, from the first touch to each payment; and erasing a visitor.
 */
export function visitorRoutes(app: FastifyInstance, deps: VisitorDeps): void {
  const { control, clock, erasures } = deps

  serveOperations(app, deps, visitorOperations, {
    'GET /api/v1/visitor': ({ site, query }) => getVisitor(deps, site, query),

    'GET /api/v1/visitors/profile': ({ request, site, query, inTables }) =>
      inTables(profileTables, () =>
        answerUpToDate(deps, { reader: readerOf(request), units: 1 }, () =>
          withinLimits(() => getProfile(deps, site, query)),
        ),
      ),

    'GET /api/v1/visitors/profile/pages': ({ request, site, query }) =>
      answerUpToDate(deps, { reader: readerOf(request), units: 1 }, () =>
        withinLimits(() => getProfilePages(deps, site, query)),
      ),
  })

  serveOperations(app, deps, visitorSummaryOperations, {
    'POST /api/app/sites/:siteId/visitor-summaries': ({ request, site, body }) => {
      const id = `person:${personOf(request).id}`
      const reader = { siteId: site.id, id, connection: request.socket }
      return answerUpToDate(deps, { reader, units: 1 }, async () => ({
        visitors: await summariseVisitors(deps, site, body.visitorIds),
      }))
    },
  })

  serveOperations(app, deps, erasureOperations, {
    'DELETE /api/v1/visitor': ({ request, site: { id: siteId }, query }) => {
      const by = keyActor(keyOf(request))
      const note = () =>
        recordAudit(control.db, clock.now(), { action: 'visitor.erased', by, siteId })
      return erasures.erase(siteId, query.visitorId, note)
    },
  })

  serveOperations(app, deps, siteErasureOperations, {
    'POST /api/app/sites/:siteId/erasures': ({ request, site: { id: siteId }, body }) => {
      const note = () => auditAction(deps, request, { action: 'visitor.erased', siteId })
      return erasures.erase(siteId, body.visitorId, note)
    },
  })
}
