import { spendOperations } from '@tributary/contract/operations/spend.ts'
import type { FastifyInstance } from 'fastify'
import { questionUnits } from '../answers/question-units.ts'
import { type Call, serveOperations } from '../http/serve-operations.ts'
import { readerOf } from '../http/signed-in.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import type { Services } from '../services.ts'
import { importSpend } from './import-spend.ts'
import { getSpend, putSpend, removeSpend } from './manage-spend.ts'
import { reportSpend } from './report-spend.ts'
import { spendReportTables, spendTables } from './tables.ts'

/** `/api/v1/spend`: ad spend and its results, for API keys and signed-in users. */
export function spendRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services

  const put = ({ site, body: { rows } }: PutCall) =>
    putSpend(control, site, { rows, nowMs: clock.now() })

  serveOperations(app, services, spendOperations, {
    'GET /api/v1/spend': ({ site, query, inTables }) =>
      inTables(spendTables, () => getSpend(control, site.id, query)),

    'PUT /api/v1/spend': put,
    'POST /api/v1/spend': put,

    'DELETE /api/v1/spend': ({ site, query }) => removeSpend(control, site.id, query),

    'POST /api/v1/spend/import': ({ site, body: input }) =>
      importSpend(control, site, { input, nowMs: clock.now() }),

    'POST /api/v1/spend/report': ({ request, site, body, inTables }) =>
      inTables(spendReportTables, () => {
        const asked = { site, nowMs: clock.now() }
        const units = questionUnits(body, site, asked.nowMs)
        return answerUpToDate(services, { reader: readerOf(request), units }, () =>
          reportSpend(services, asked, body),
        )
      }),
  })
}

type PutCall = Call<'PUT /api/v1/spend', (typeof spendOperations)['PUT /api/v1/spend']>
