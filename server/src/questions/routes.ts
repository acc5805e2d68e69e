import { success } from '@tributary/contract/envelope.ts'
import { funnelInput } from '@tributary/contract/questions/funnel.ts'
import { realtimeInput } from '@tributary/contract/questions/realtime.ts'
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import { siteOf } from '../http/api-key.ts'
import { requireKeyOrPerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import { answerFunnel } from './answer-funnel.ts'
import { answerRealtime } from './answer-realtime.ts'

/** The questions that are not counted in rows of metrics: one address each, beside `/api/v1/query`. */
export function questionRoutes(app: FastifyInstance, services: Services): void {
  const answers = questionsOn(app, services)
  answers('/api/v1/realtime', realtimeInput, ({ engine, site, nowMs }, input) =>
    answerRealtime(engine, { site: site.id, nowMs }, input),
  )
  answers('/api/v1/funnel', funnelInput, ({ engine, ...asked }, input) =>
    answerFunnel(engine, asked, input),
  )
}

interface Asked {
  engine: Engine
  site: Site
  nowMs: number
}

/** Routes that read: by key or signed in, with all that was acknowledged before in the engine. */
function questionsOn(app: FastifyInstance, services: Services) {
  const { clock, engine, events, payments } = services
  return <Input extends TObject>(
    path: string,
    schema: Input,
    answer: (asked: Asked, input: Static<Input>) => Promise<object>,
  ) => {
    const validate = validateBody(schema)
    app.post(path, requireKeyOrPerson(services, 'stats:read'), async (request) => {
      const asked = { engine, site: siteOf(request), nowMs: clock.now() }
      const input = validate(request.body)
      await events.flush()
      await payments.flush()
      return success(await answer(asked, input))
    })
  }
}
