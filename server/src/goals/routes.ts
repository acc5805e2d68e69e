import { goalOperations } from '@tributary/contract/operations/goals.ts'
import type { FastifyInstance } from 'fastify'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { type GoalStores, recordGoal } from './record-goal.ts'

/** Where goals are recorded. */
export interface RecordingDeps extends Serving, GoalStores {}

/** A custom goal, reported by a server. */
export function goalRoutes(app: FastifyInstance, deps: RecordingDeps): void {
  serveOperations(app, deps, goalOperations, {
    'POST /api/v1/goal': ({ site, body: goal, once }) =>
      once(goal, async (attempt) => {
        await recordGoal(deps, attempt, site, goal)
        return { message: `Goal "${goal.event}" tracked` }
      }),
  })
}
