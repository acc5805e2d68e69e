import type { ApiKeyScope } from '@tributary/contract/operation.ts'
import { cohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { funnelInput } from '@tributary/contract/questions/funnel.ts'
import { goalsInput } from '@tributary/contract/questions/goals.ts'
import { journeysInput } from '@tributary/contract/questions/journeys.ts'
import { realtimeInput } from '@tributary/contract/questions/realtime.ts'
import { visitorsInput } from '@tributary/contract/questions/visitors.ts'
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { questionUnits } from '../answers/question-units.ts'
import { siteOf } from '../http/api-key.ts'
import { maySeeVisitors, readerOf, requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer, type Tables } from '../http/tables.ts'
import { validateBody } from '../http/validate.ts'
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
  const { answers, control } = services
  const asks = questionsOn(app, services, 'stats:read')
  asks('/api/v1/realtime', realtimeInput, realtimeTables, async (asked, input) => {
    const scope = { site: asked.site.id, nowMs: asked.nowMs }
    const [visits, payments] = await Promise.all([
      answers.ask('realtime', scope, input),
      realtimePayments(control, scope, input),
    ])
    const live = { ...visits, payments }
    return asked.seesVisitors ? live : redactRealtime(live)
  })
  asks('/api/v1/funnel', funnelInput, funnelTables, (asked, input) =>
    answers.ask('funnel', asked, input),
  )
  asks('/api/v1/goals', goalsInput, goalTables, (asked, input) =>
    answers.ask('goals', asked, input),
  )
  asks('/api/v1/journeys', journeysInput, journeyTables, (asked, input) =>
    answers.ask('journeys', asked, input),
  )
  asks('/api/v1/cohorts', cohortsInput, cohortTables, (asked, input) =>
    answers.ask('cohorts', asked, input),
  )
  // Identities require a key that may read visitors; keys for figures return none.
  const asksForVisitors = questionsOn(app, services, 'visitors:read')
  asksForVisitors('/api/v1/visitors', visitorsInput, visitorTables, (asked, input) =>
    withinLimits(() => answerVisitors(services, asked, input)),
  )
}

interface Asked {
  site: Site
  nowMs: number
  /** Whether the caller may see which visitors a figure is about. */
  seesVisitors: boolean
}

/** Routes that read: by key or signed in, with all that was acknowledged before in the engine. */
function questionsOn(app: FastifyInstance, services: Services, scope: ApiKeyScope) {
  const { clock } = services
  return <Input extends TObject, Answer extends object>(
    path: string,
    schema: Input,
    tables: Tables<Answer>,
    answer: (asked: Asked, input: Static<Input>) => Promise<Answer>,
  ) => {
    const validate = validateBody(schema)
    app.post(path, requireKeyOrPerson(services, scope), async (request, reply) => {
      const seesVisitors = maySeeVisitors(request)
      const asked = { site: siteOf(request), nowMs: clock.now(), seesVisitors }
      const input = validate(request.body)
      checkTable(request, tables)
      const units = questionUnits(input, asked.site, asked.nowMs)
      const asking = { reader: readerOf(request), units }
      const found = await answerUpToDate(services, asking, () => answer(asked, input))
      return sendAnswer(request, reply, found, tables)
    })
  }
}
