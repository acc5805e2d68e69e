import { reportOperations } from '@tributary/contract/operations/reports.ts'
import { models } from '@tributary/contract/query.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Asked, questionUnits } from '../answers/question-units.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { readerOf } from '../http/signed-in.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { readJourneys } from './read-journeys.ts'
import { readQuery } from './read-query.ts'
import { modelTables, pathTables, queryTables } from './tables.ts'

/** What the dashboard shows, for programs and for people alike. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { answers, clock } = services

  const upToDate = <Answer extends object>(
    { request, site, body }: { request: FastifyRequest; site: Site; body: Asked },
    nowMs: number,
    answer: () => Promise<Answer>,
  ) => {
    const asking = { reader: readerOf(request), units: questionUnits(body, site, nowMs) }
    return answerUpToDate(services, asking, answer)
  }

  serveOperations(app, services, reportOperations, {
    'POST /api/v1/query': async (call) => {
      const nowMs = clock.now()
      const question = readQuery(call.body, call.site, nowMs)
      return call.inTables(queryTables, () =>
        upToDate(call, nowMs, () => answers.ask('query', question, nowMs)),
      )
    },
    'POST /api/v1/models': async (call) => {
      const nowMs = clock.now()
      const question = {
        ...readJourneys(call.body, call.site, nowMs),
        models: call.body.models ?? [...models],
      }
      return call.inTables(modelTables, () =>
        upToDate(call, nowMs, () => answers.ask('models', question)),
      )
    },
    'POST /api/v1/paths': async (call) => {
      const nowMs = clock.now()
      const question = readJourneys(call.body, call.site, nowMs)
      return call.inTables(pathTables, () =>
        upToDate(call, nowMs, () => answers.ask('paths', question)),
      )
    },
  })
}
