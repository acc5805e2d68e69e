import { success } from '@tributary/contract/envelope.ts'
import {
  spendDeletion,
  spendImportInput,
  spendInput,
  spendQuery,
  spendReportInput,
  spendRowsRequired,
} from '@tributary/contract/spend.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { questionUnits } from '../answers/question-units.ts'
import { siteOf } from '../http/api-key.ts'
import { readerOf, requireKeyOrAdmin, requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer } from '../http/tables.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import type { Services } from '../services.ts'
import { importSpend } from './import-spend.ts'
import { getSpend, putSpend, removeSpend } from './manage-spend.ts'
import { reportSpend } from './report-spend.ts'
import { spendReportTables, spendTables } from './tables.ts'

const validateRows = validateBody(spendInput, spendRowsRequired)
const validateList = validateQuery(spendQuery)
const validateDeletion = validateQuery(spendDeletion)
const validateImport = validateBody(spendImportInput)
const validateReport = validateBody(spendReportInput)

/** A thousand rows, and an export as one text of JSON. */
export const spendLimitBytes = 1024 * 1024
export const spendFileLimitBytes = 8 * 1024 * 1024

/** `/api/v1/spend`: ad spend and its results, for API keys and signed-in users. */
export function spendRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const path = '/api/v1/spend'
  const readers = requireKeyOrPerson(services, 'stats:read', 'spend:write')
  const writers = requireKeyOrAdmin(services, 'spend:write')

  app.get(path, readers, async (request, reply) => {
    const query = validateList(request.query)
    checkTable(request, spendTables)
    const list = await getSpend(control, siteOf(request).id, query)
    return sendAnswer(request, reply, list, spendTables)
  })

  const put = async (request: FastifyRequest) => {
    const { rows } = validateRows(request.body)
    return success(await putSpend(control, siteOf(request), { rows, nowMs: clock.now() }))
  }
  app.put(path, { ...writers, bodyLimit: spendLimitBytes }, put)
  // Repeating a report changes nothing, so the two are the same.
  app.post(path, { ...writers, bodyLimit: spendLimitBytes }, put)

  app.delete(path, writers, async (request) => {
    const query = validateDeletion(request.query)
    return success(await removeSpend(control, siteOf(request).id, query))
  })

  app.post(`${path}/import`, { ...writers, bodyLimit: spendFileLimitBytes }, async (request) => {
    const input = validateImport(request.body)
    return success(await importSpend(control, siteOf(request), { input, nowMs: clock.now() }))
  })

  app.post(`${path}/report`, requireKeyOrPerson(services, 'stats:read'), async (request, reply) => {
    const input = validateReport(request.body)
    checkTable(request, spendReportTables)
    const asked = { site: siteOf(request), nowMs: clock.now() }
    const asking = {
      reader: readerOf(request),
      units: questionUnits(input, asked.site, asked.nowMs),
    }
    const report = await answerUpToDate(services, asking, () => reportSpend(services, asked, input))
    return sendAnswer(request, reply, report, spendReportTables)
  })
}
