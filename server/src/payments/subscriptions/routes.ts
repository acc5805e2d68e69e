import { subscriptionOperations } from '@tributary/contract/operations/subscriptions.ts'
import type { FastifyInstance } from 'fastify'
import { questionUnits } from '../../answers/question-units.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { readerOf } from '../../http/signed-in.ts'
import { answerUpToDate } from '../../questions/answer-up-to-date.ts'
import type { Services } from '../../services.ts'
import { reportSubscriptions } from './report-subscriptions.ts'
import { subscriptionTables } from './tables.ts'

/** `/api/v1/subscriptions`: MRR and its movements, for API keys and signed-in users. */
export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  serveOperations(app, services, subscriptionOperations, {
    'POST /api/v1/subscriptions/report': ({ request, site, body, inTables }) =>
      inTables(subscriptionTables, () => {
        const asked = { site, nowMs: services.clock.now() }
        const units = questionUnits(body, site, asked.nowMs)
        return answerUpToDate(services, { reader: readerOf(request), units }, () =>
          reportSubscriptions(services, asked, body),
        )
      }),
  })
}
