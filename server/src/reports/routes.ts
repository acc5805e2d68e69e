import { metricsRequired, models, queryInput } from '@tributary/contract/query.ts'
import { dateRangeRequired, modelsInput } from '@tributary/contract/questions/model-comparison.ts'
import { pathsInput } from '@tributary/contract/questions/paths.ts'
import type { FastifyInstance } from 'fastify'
import { type Asked, questionUnits } from '../answers/question-units.ts'
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
  const report = <Input extends Asked, Question, Answer extends object>(
    path: string,
    steps: {
      validate: (body: unknown) => Input
      read: (input: Input, site: Site, nowMs: number) => Question
      answer: (question: Question, nowMs: number) => Promise<Answer>
      tables: Tables<Answer>
    },
  ) => {
    const { validate, read, answer, tables } = steps
    const options = requireKeyOrPerson(services, 'stats:read')
    app.post(path, options, async (request, reply) => {
      const nowMs = clock.now()
      const site = siteOf(request)
      const input = validate(request.body)
      const question = read(input, site, nowMs)
      checkTable(request, tables)
      const asking = { reader: readerOf(request), units: questionUnits(input, site, nowMs) }
      const found = await answerUpToDate(services, asking, () => answer(question, nowMs))
      return sendAnswer(request, reply, found, tables)
    })
  }
  report('/api/v1/query', {
    validate: validateQuestion,
    read: readQuery,
    answer: (question, nowMs) => answers.ask('query', question, nowMs),
    tables: queryTables,
  })
  report('/api/v1/models', {
    validate: validateModels,
    read: (input, site, nowMs) => ({
      ...readJourneys(input, site, nowMs),
      models: input.models ?? [...models],
    }),
    answer: (question) => answers.ask('models', question),
    tables: modelTables,
  })
  report('/api/v1/paths', {
    validate: validatePaths,
    read: readJourneys,
    answer: (question) => answers.ask('paths', question),
    tables: pathTables,
  })
}
