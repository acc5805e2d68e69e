import { subscriptionOperations } from '@tributary/contract/operations/subscriptions.ts'
import type { FastifyInstance } from 'fastify'
import { answerUpToDate } from '../../answers/answer-up-to-date.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { questionUnits } from '../../reports/question-units.ts'
import { readerOf } from '../../sites/http/key-or-person.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import { reportSubscriptions } from './report-subscriptions.ts'
import { subscriptionTables } from './tables.ts'

/** `/api/v1/subscriptions`: MRR and its movements, for API keys and signed-in users. */
export function subscriptionRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  serveOperations(app, deps, subscriptionOperations, {
    'POST /api/v1/subscriptions/report': ({ request, site, body, inTables }) =>
      inTables(subscriptionTables, () => {
        const asked = { site, nowMs: deps.clock.now() }
        const units = questionUnits(body, site, asked.nowMs)
        return answerUpToDate(deps, { reader: readerOf(request), units }, () =>
          reportSubscriptions(deps, asked, body),
        )
      }),
  })
}
