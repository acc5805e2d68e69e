import { spendOperations } from '@tributary/contract/operations/spend.ts'
import type { FastifyInstance } from 'fastify'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import { type Call, type Serving, serveOperations } from '../http/serve-operations.ts'
import { questionUnits } from '../reports/question-units.ts'
import { readerOf } from '../sites/http/key-or-person.ts'
import { importSpend } from './import-spend.ts'
import { getSpend, putSpend, removeSpend } from './manage-spend.ts'
import { reportSpend, type SpendSources } from './report-spend.ts'
import { spendReportTables, spendTables } from './tables.ts'

/** What reports on ad spend need. */
export interface SpendDeps extends Serving, UpToDate, SpendSources {}

/** `/api/v1/spend`: ad spend and its results, for API keys and signed-in users. */
export function spendRoutes(app: FastifyInstance, deps: SpendDeps): void {
  const { control, clock } = deps

  const put = ({ site, body: { rows } }: PutCall) =>
    putSpend(control, site, { rows, nowMs: clock.now() })

  serveOperations(app, deps, spendOperations, {
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
        return answerUpToDate(deps, { reader: readerOf(request), units }, () =>
          reportSpend(deps, asked, body),
        )
      }),
  })
}

type PutCall = Call<'PUT /api/v1/spend', (typeof spendOperations)['PUT /api/v1/spend']>
