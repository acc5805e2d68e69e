import { overviewOperations } from '@tributary/contract/operations/app-sites.ts'
import type { FastifyInstance } from 'fastify'
import { listSitesFor } from '../accounts/site-access.ts'
import { recentAlerts } from '../alerts/recent-alerts.ts'
import { questionUnits } from '../answers/question-units.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { isoTimeOrNull } from '../iso-time.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import type { Services } from '../services.ts'

/** All sites of a person at a glance. */
export function overviewRoutes(app: FastifyInstance, services: Services): void {
  const { answers, clock, collector, control, events } = services
  serveOperations(app, services, overviewOperations, {
    'GET /api/app/overview': async ({ person, query }) => {
      const nowMs = clock.now()
      const sites = await listSitesFor(control, person)
      const units = sites.reduce(
        (sum, site) => sum + questionUnits({ ...query, compare: 'previous' }, site, nowMs),
        0,
      )
      // A question about no single site takes turns with those of each.
      const reader = { siteId: `sites of ${person.id}`, id: `person:${person.id}` }
      const upToDate = { ...services, events: { flushOf: () => events.flush() } }
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
