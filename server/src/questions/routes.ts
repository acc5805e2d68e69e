import { cohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { funnelInput } from '@tributary/contract/questions/funnel.ts'
import { goalsInput } from '@tributary/contract/questions/goals.ts'
import { journeysInput } from '@tributary/contract/questions/journeys.ts'
import { realtimeInput } from '@tributary/contract/questions/realtime.ts'
import { visitorsInput } from '@tributary/contract/questions/visitors.ts'
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { siteOf } from '../http/api-key.ts'
import { requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer, type Tables } from '../http/tables.ts'
import { validateBody } from '../http/validate.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Services } from '../services.ts'
import type { ApiKeyScope } from '../sites/key-scopes.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import { answerCohorts } from './answer-cohorts.ts'
import { answerFunnel } from './answer-funnel.ts'
import { answerGoals } from './answer-goals.ts'
import { answerJourneys } from './answer-journeys.ts'
import { answerRealtime } from './answer-realtime.ts'
import { answerVisitors } from './answer-visitors.ts'
import {
  cohortTables,
  funnelTables,
  goalTables,
  journeyTables,
  realtimeTables,
  visitorTables,
} from './tables.ts'

/** The questions that are not counted in rows of metrics: one address each, beside `/api/v1/query`. */
export function questionRoutes(app: FastifyInstance, services: Services): void {
  const answers = questionsOn(app, services, 'stats:read')
  answers('/api/v1/realtime', realtimeInput, realtimeTables, ({ engine, site, nowMs }, input) =>
    answerRealtime(engine, { site: site.id, nowMs }, input),
  )
  answers('/api/v1/funnel', funnelInput, funnelTables, ({ engine, ...asked }, input) =>
    answerFunnel(engine, asked, input),
  )
  answers('/api/v1/goals', goalsInput, goalTables, ({ engine, ...asked }, input) =>
    answerGoals(engine, asked, input),
  )
  answers('/api/v1/journeys', journeysInput, journeyTables, ({ engine, ...asked }, input) =>
    answerJourneys(engine, asked, input),
  )
  answers('/api/v1/cohorts', cohortsInput, cohortTables, ({ engine, ...asked }, input) =>
    answerCohorts(engine, asked, input),
  )
  // Who somebody is, is for the keys that may read visitors; those for figures alone tell of nobody.
  const tellsOfVisitors = questionsOn(app, services, 'visitors:read')
  const { control, secrets } = services
  tellsOfVisitors('/api/v1/visitors', visitorsInput, visitorTables, ({ engine, ...asked }, input) =>
    answerVisitors({ engine, control, secrets }, asked, input),
  )
}

interface Asked {
  engine: Engine
  site: Site
  nowMs: number
}

/** Routes that read: by key or signed in, with all that was acknowledged before in the engine. */
function questionsOn(app: FastifyInstance, services: Services, scope: ApiKeyScope) {
  const { clock, engine, events, payments } = services
  return <Input extends TObject, Answer extends object>(
    path: string,
    schema: Input,
    tables: Tables<Answer>,
    answer: (asked: Asked, input: Static<Input>) => Promise<Answer>,
  ) => {
    const validate = validateBody(schema)
    app.post(path, requireKeyOrPerson(services, scope), async (request, reply) => {
      const asked = { engine, site: siteOf(request), nowMs: clock.now() }
      const input = validate(request.body)
      checkTable(request, tables)
      await events.flush()
      await payments.flush()
      const found = await withinLimits(() => answer(asked, input))
      return sendAnswer(request, reply, found, tables)
    })
  }
}
