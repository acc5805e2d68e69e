import { goalSettingOperations } from '@tributary/contract/operations/app-saved.ts'
import type { FastifyInstance } from 'fastify'
import { personActor } from '../audit/actor.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { changeGoalSetting, listGoalSettings } from './goal-settings.ts'
import { listSeenGoals } from './list-seen-goals.ts'

/** Where goals are looked for. */
export interface SeenGoalsDeps extends Serving {
  engine: Engine
  events: EventStore
}

/** How a site shows its goals: readers of the site see it, admins change it. */
export function goalSettingRoutes(app: FastifyInstance, deps: SeenGoalsDeps): void {
  const { control, clock, engine, events } = deps
  serveOperations(app, deps, goalSettingOperations, {
    'GET /api/app/sites/:siteId/goals': async ({ site }) => ({
      goals: await listGoalSettings(control, site.id),
    }),

    'PATCH /api/app/sites/:siteId/goals': async ({ site, person, body }) => {
      const audit = { by: personActor(person), nowMs: clock.now() }
      return { goals: await changeGoalSetting(control, site, body, audit) }
    },

    'GET /api/app/sites/:siteId/goals/seen': async ({ site }) => {
      await events.flush()
      const asked = { siteId: site.id, nowMs: clock.now() }
      return { goals: await withinLimits(() => listSeenGoals(engine, asked)) }
    },
  })
}
