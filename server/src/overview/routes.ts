import { overviewOperations } from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance } from 'fastify'
import { recentAlerts } from '../alerts/recent-alerts.ts'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import type { Asking } from '../answers/answers.ts'
import type { Collector } from '../collect/collector.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import { questionUnits } from '../reports/question-units.ts'
import { listSitesFor } from '../sites/site-access.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { isoTimeOrNull } from '../time/iso-time.ts'

/** What the list of sites shows figures of. */
export interface OverviewDeps extends Serving, UpToDate {
  events: EventStore
  answers: Asking<typeof reportAnswerers>
  collector: Pick<Collector, 'overBudgetMs'>
}

/** All sites of a person at a glance. */
export function overviewRoutes(app: FastifyInstance, deps: OverviewDeps): void {
  const { answers, clock, collector, control, events } = deps
  serveOperations(app, deps, overviewOperations, {
    'GET /api/app/overview': async ({ request, person, query }) => {
      const nowMs = clock.now()
      const sites = await listSitesFor(control, person)
      const units = sites.reduce(
        (sum, site) => sum + questionUnits({ ...query, compare: 'previous' }, site, nowMs),
        0,
      )
      // A question about several sites takes turns with those of each.
      const siteId = `sites of ${person.id}`
      const reader = { siteId, id: `person:${person.id}`, connection: request.socket }
      const siteIds = sites.map(({ id }) => id)
      const readWhole = <T>(_: unknown, read: () => Promise<T>) => events.readWhole(siteIds, read)
      const upToDate = { ...deps, events: { flushOf: () => events.flush(), readWhole } }
      const [figures, alerts] = await Promise.all([
        answerUpToDate(upToDate, { reader, units }, () =>
          answers.ask('overview', {
            sites: sites.map(({ id, timezone, currency }) => ({ id, timezone, currency })),
            dateRange: query.dateRange,
            nowMs,
          }),
        ),
        recentAlerts(control, sites, nowMs),
      ])
      return {
        sites: figures.map((site) => ({
          ...site,
          alerts: alerts.get(site.siteId) ?? [],
          overBudgetSince: isoTimeOrNull(collector.overBudgetMs(site.siteId)),
        })),
      }
    },
  })
}
