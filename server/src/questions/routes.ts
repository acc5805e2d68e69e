import { questionOperations } from '@tributary/contract/operations/questions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Asked, questionUnits } from '../answers/question-units.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { maySeeVisitors, readerOf } from '../http/signed-in.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import { realtimePayments } from './answer-realtime.ts'
import { answerUpToDate } from './answer-up-to-date.ts'
import { answerVisitors } from './answer-visitors.ts'
import { redactRealtime } from './redact-realtime.ts'
import {
  cohortTables,
  funnelTables,
  goalTables,
  journeyTables,
  realtimeTables,
  visitorTables,
} from './tables.ts'

/** The questions that are not rows of metrics: one endpoint each, in addition to `/api/v1/query`. */
export function questionRoutes(app: FastifyInstance, services: Services): void {
  const { answers, clock, control } = services

  /** Answers with all that was acknowledged before in the engine. */
  const ask = <Input extends Asked, Answer extends object>(
    { request, site, body }: { request: FastifyRequest; site: Site; body: Input },
    answer: (asked: { site: Site; nowMs: number }, input: Input) => Promise<Answer>,
  ) => {
    const nowMs = clock.now()
    const asking = { reader: readerOf(request), units: questionUnits(body, site, nowMs) }
    return answerUpToDate(services, asking, () => answer({ site, nowMs }, body))
  }

  serveOperations(app, services, questionOperations, {
    'POST /api/v1/realtime': (call) =>
      call.inTables(realtimeTables, () =>
        answerUpToDate(services, { reader: readerOf(call.request), units: 1 }, async () => {
          const scope = { site: call.site.id, nowMs: clock.now() }
          const [visits, payments] = await Promise.all([
            answers.ask('realtime', scope, call.body),
            realtimePayments(control, scope, call.body),
          ])
          const live = { ...visits, payments }
          return maySeeVisitors(call.request) ? live : redactRealtime(live)
        }),
      ),
    'POST /api/v1/funnel': (call) =>
      call.inTables(funnelTables, () =>
        ask(call, (asked, input) => answers.ask('funnel', asked, input)),
      ),
    'POST /api/v1/goals': (call) =>
      call.inTables(goalTables, () =>
        ask(call, (asked, input) => answers.ask('goals', asked, input)),
      ),
    'POST /api/v1/journeys': (call) =>
      call.inTables(journeyTables, () =>
        ask(call, (asked, input) => answers.ask('journeys', asked, input)),
      ),
    'POST /api/v1/cohorts': (call) =>
      call.inTables(cohortTables, () =>
        ask(call, (asked, input) => answers.ask('cohorts', asked, input)),
      ),
    'POST /api/v1/visitors': (call) =>
      call.inTables(visitorTables, () =>
        ask(call, (asked, input) => withinLimits(() => answerVisitors(services, asked, input))),
      ),
  })
}
