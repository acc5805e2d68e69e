import { goalRuleOperations } from '@tributary/contract/operations/app-saved.ts'
import type { FastifyInstance } from 'fastify'
import { personActor } from '../../audit/actor.ts'
import type { Config } from '../../config.ts'
import { languageOf } from '../../http/language-of.ts'
import { type Serving, serveOperations } from '../../http/serve-operations.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { makePick } from './element-picks.ts'
import { addRule, changeRule, listRules, type RuleStore, removeRule } from './manage-rules.ts'

/** What routes for goal rules need. */
export interface GoalRulesDeps extends Serving, RuleStore {
  config: Config
  secrets: Secrets
}

/** Goals that people define in the dashboard: readers of the site see them, admins change them. */
export function goalRuleRoutes(app: FastifyInstance, deps: GoalRulesDeps): void {
  const { config, control, clock, secrets } = deps
  serveOperations(app, deps, goalRuleOperations, {
    'GET /api/app/sites/:siteId/goal-rules': async ({ site }) => ({
      rules: await listRules(control, site.id),
    }),

    'POST /api/app/sites/:siteId/goal-rules': async ({ site, person, body }) => {
      const audit = { by: personActor(person), nowMs: clock.now() }
      return { rule: await addRule(control, site, body, audit) }
    },

    'PUT /api/app/sites/:siteId/goal-rules/:ruleId': async ({ site, person, params, body }) => {
      const audit = { by: personActor(person), nowMs: clock.now() }
      const change = { ruleId: params.ruleId, given: body }
      return { rule: await changeRule(deps, site, change, audit) }
    },

    'DELETE /api/app/sites/:siteId/goal-rules/:ruleId': async ({ site, person, params }) => {
      const audit = { by: personActor(person), nowMs: clock.now() }
      await removeRule(control, site, params.ruleId, audit)
      return { removed: params.ruleId }
    },

    'POST /api/app/sites/:siteId/goal-picks': async ({ site, request }) => {
      const origin = request.headers.origin ?? new URL(config.publicUrl).origin
      const language = languageOf(request)
      return makePick(secrets, { siteId: site.id, origin, language }, clock.now())
    },
  })
}
