import { reportOperations } from '@tributary/contract/operations/reports.ts'
import { models } from '@tributary/contract/query.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import type { Asking } from '../answers/answers.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Site } from '../site.ts'
import { readerOf } from '../sites/http/key-or-person.ts'
import type { reportAnswerers } from './answerers.ts'
import { type Asked, questionUnits, readingOf } from './question-units.ts'
import { readJourneys } from './read-journeys.ts'
import { readQuery } from './read-query.ts'
import { modelTables, pathTables, queryTables } from './tables.ts'

/** What answers reports. */
export interface ReportDeps extends Serving, UpToDate {
  answers: Asking<typeof reportAnswerers>
}

/** The dashboard's reports, for programs and for people alike. */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const { answers, clock } = deps

  const upToDate = <Answer extends object>(
    { request, site, body }: { request: FastifyRequest; site: Site; body: Asked },
    nowMs: number,
    answer: () => Promise<Answer>,
    reading?: string,
  ) => {
    const asking = { reader: readerOf(request), units: questionUnits(body, site, nowMs), reading }
    return answerUpToDate(deps, asking, answer)
  }

  serveOperations(app, deps, reportOperations, {
    'POST /api/v1/query': async (call) => {
      const nowMs = clock.now()
      const question = readQuery(call.body, call.site, nowMs)
      return call.inTables(queryTables, () =>
        upToDate(call, nowMs, () => answers.ask('query', question, nowMs), readingOf(call.body)),
      )
    },
    'POST /api/v1/models': async (call) => {
      const nowMs = clock.now()
      const question = {
        ...readJourneys(call.body, call.site, nowMs),
        models: call.body.models ?? [...models],
      }
      return call.inTables(modelTables, () =>
        upToDate(call, nowMs, () => answers.ask('models', question), readingOf(call.body)),
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
