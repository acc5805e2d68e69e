import { goalOperations } from '@tributary/contract/operations/goals.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import type { Services } from '../services.ts'
import { recordGoal } from './record-goal.ts'

/** A custom goal, reported by a server. */
export function goalRoutes(app: FastifyInstance, services: Services): void {
  serveOperations(app, services, goalOperations, {
    'POST /api/v1/goal': ({ site, body: goal, once }) =>
      once(goal, async (attempt) => {
        await recordGoal(services, attempt, site, goal)
        return { message: `Goal "${goal.event}" tracked` }
      }),
  })
}
