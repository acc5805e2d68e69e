import { questionOperations } from '@tributary/contract/operations/questions.ts'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import type { Asking } from '../answers/answers.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { type Asked, questionUnits } from '../reports/question-units.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Site } from '../site.ts'
import { maySeeVisitors, readerOf } from '../sites/http/key-or-person.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import { answerVisitors } from './answer-visitors.ts'
import type { questionAnswerers } from './answerers.ts'
import {
  askRealtime,
  type RealtimeSources,
  realtimeAsking,
  realtimePayments,
} from './ask-realtime.ts'
import {
  cohortTables,
  funnelTables,
  goalTables,
  journeyTables,
  realtimeTables,
  visitorTables,
} from './tables.ts'

/** Answers reports with their own parameters. */
export interface QuestionDeps extends Serving, UpToDate {
  events: UpToDate['events'] & RealtimeSources['events']
  engine: Engine
  secrets: Secrets
  answers: Asking<typeof questionAnswerers>
}

/** The questions that are not rows of metrics: one endpoint each, in addition to `/api/v1/query`. */
export function questionRoutes(app: FastifyInstance, deps: QuestionDeps): void {
  const { answers, clock, control, events } = deps

  /** Answers once the engine has everything that was acknowledged before. */
  const ask = <Input extends Asked, Answer extends object>(
    { request, site, body }: { request: FastifyRequest; site: Site; body: Input },
    answer: (asked: { site: Site; nowMs: number }, input: Input) => Promise<Answer>,
  ) => {
    const nowMs = clock.now()
    const asking = { reader: readerOf(request), units: questionUnits(body, site, nowMs) }
    return answerUpToDate(deps, asking, () => answer({ site, nowMs }, body))
  }

  serveOperations(app, deps, questionOperations, {
    'POST /api/v1/realtime': (call) =>
      call.inTables(realtimeTables, () =>
        answerUpToDate(deps, realtimeAsking(readerOf(call.request)), async () => {
          const scope = { site: call.site.id, nowMs: clock.now() }
          const [visits, payments] = await Promise.all([
            askRealtime({ ask: answers.ask, events }, scope, call.body),
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
        ask(call, (asked, input) => withinLimits(() => answerVisitors(deps, asked, input))),
      ),
  })
}

/** The current activity of a site, without identifying anybody. */
function redactRealtime(live: Realtime): Realtime {
  return {
    ...live,
    pageViews: live.pageViews.map((one) => ({ ...one, visitorId: '' })),
    goals: live.goals.map((one) => ({ ...one, visitorId: '' })),
    payments: live.payments.map((one) => ({ ...one, visitorId: null })),
  }
}
