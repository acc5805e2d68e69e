import { success } from '@tributary/contract/envelope.ts'
import { metricsRequired, queryInput } from '@tributary/contract/query.ts'
import type { FastifyInstance } from 'fastify'
import { siteOf } from '../http/api-key.ts'
import { sendCsv, wantsCsv } from '../http/csv.ts'
import { requireKeyOrPerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { answerQuery } from './answer-query.ts'
import { readQuery } from './read-query.ts'

const validateQuestion = validateBody(queryInput, metricsRequired)

/** `POST /api/v1/query`: what the dashboard shows, for programs and for people alike. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { clock, engine, events, payments } = services
  app.post('/api/v1/query', requireKeyOrPerson(services, 'stats:read'), async (request, reply) => {
    const nowMs = clock.now()
    const question = readQuery(validateQuestion(request.body), siteOf(request), nowMs)
    await events.flush()
    await payments.flush()
    const answer = await answerQuery(engine, question, nowMs)
    if (!wantsCsv(request)) return success(answer)
    const { rows, totals, query } = answer
    const columns = [...query.dimensions, ...query.metrics]
    return sendCsv(reply, columns, query.dimensions.length === 0 ? [totals] : rows)
  })
}
