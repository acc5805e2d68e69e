import { metricsRequired, models, type QueryInput, queryInput } from '@tributary/contract/query.ts'
import { dateRangeRequired, modelsInput } from '@tributary/contract/questions/model-comparison.ts'
import { pathsInput } from '@tributary/contract/questions/paths.ts'
import type { FastifyInstance } from 'fastify'
import { questionUnits } from '../answers/question-units.ts'
import { siteOf } from '../http/api-key.ts'
import { readerOf, requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer, type Tables } from '../http/tables.ts'
import { validateBody } from '../http/validate.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { readJourneys } from './read-journeys.ts'
import { readQuery } from './read-query.ts'
import { modelTables, pathTables, queryTables } from './tables.ts'

const validateQuestion = validateBody(queryInput, metricsRequired)
const validateModels = validateBody(modelsInput, dateRangeRequired)
const validatePaths = validateBody(pathsInput, dateRangeRequired)

/** What the dashboard shows, for programs and for people alike. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { answers, clock } = services
  const report = <Question, Answer extends object>(
    path: string,
    read: (body: unknown, site: Site, nowMs: number) => Question,
    answer: (question: Question, nowMs: number) => Promise<Answer>,
    tables: Tables<Answer>,
  ) => {
    const options = requireKeyOrPerson(services, 'stats:read')
    app.post(path, options, async (request, reply) => {
      const nowMs = clock.now()
      const site = siteOf(request)
      const question = read(request.body, site, nowMs)
      checkTable(request, tables)
      const units = questionUnits(request.body as QueryInput, site, nowMs)
      const asking = { reader: readerOf(request), units }
      const found = await answerUpToDate(services, asking, () => answer(question, nowMs))
      return sendAnswer(request, reply, found, tables)
    })
  }
  report(
    '/api/v1/query',
    (body, site, nowMs) => readQuery(validateQuestion(body), site, nowMs),
    (question, nowMs) => answers.ask('query', question, nowMs),
    queryTables,
  )
  report(
    '/api/v1/models',
    (body, site, nowMs) => {
      const input = validateModels(body)
      return { ...readJourneys(input, site, nowMs), models: input.models ?? [...models] }
    },
    (question) => answers.ask('models', question),
    modelTables,
  )
  report(
    '/api/v1/paths',
    (body, site, nowMs) => readJourneys(validatePaths(body), site, nowMs),
    (question) => answers.ask('paths', question),
    pathTables,
  )
}
