import { success } from '@tributary/contract/envelope.ts'
import { eventRequired, goalInput } from '@tributary/contract/goal.ts'
import type { FastifyInstance } from 'fastify'
import { requireKey, siteOf } from '../http/api-key.ts'
import { replyOnce } from '../http/idempotency.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { recordGoal } from './record-goal.ts'

const validateGoal = validateBody(goalInput, eventRequired)

/** `POST /api/v1/goal`: a custom goal, reported by a server. */
export function goalRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/goal', requireKey(services, 'goals:write'), async (request) => {
    const goal = validateGoal(request.body)
    const site = siteOf(request)
    const operation = { siteId: site.id, operation: 'goal', input: goal }
    return replyOnce(services, request, operation, async (attempt) => {
      await recordGoal(services, attempt, site, goal)
      return success({ message: `Goal "${goal.event}" tracked` })
    })
  })
}
