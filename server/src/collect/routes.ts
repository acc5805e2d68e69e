import { success } from '@tributary/contract/envelope.ts'
import { mostEvents } from '@tributary/contract/hit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { requireKey, siteOf } from '../http/api-key.ts'
import { replyOnce } from '../http/idempotency.ts'
import type { Services } from '../services.ts'
import { answerHits } from './fast-path.ts'

/** The largest body of a batch. */
const batchLimitBytes = 1024 * 1024

/** `POST /api/collect` for browsers and `POST /api/v1/events` for servers. */
export function collectRoutes(app: FastifyInstance, services: Services): void {
  // A scope of its own: only here is the body left for others to read, whatever its type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const answer = answerHits(services)
    // Where fast-path.ts handles requests before the framework, these two are registered but never called.
    const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      answer(request.raw, reply.raw)
    }
    scope.post('/api/collect', handOver)
    scope.options('/api/collect', handOver)
  })
  eventRoutes(app, services)
}

function eventRoutes(app: FastifyInstance, services: Services): void {
  const options = { ...requireKey(services, 'events:write'), bodyLimit: batchLimitBytes }
  app.post('/api/v1/events', options, async (request) => {
    const site = siteOf(request)
    const items = itemsOf(request.body)
    const operation = { siteId: site.id, operation: 'events', input: items }
    return replyOnce(services, request, operation, async (attempt) =>
      success(await services.collector.collectEvents(site, items, attempt)),
    )
  })
}

/** Either the list itself or an object that holds it as `events`. */
function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  const events =
    typeof body === 'object' && body !== null ? (body as { events?: unknown }).events : undefined
  if (Array.isArray(events)) return events
  throw new AppError('invalid', `events must be an array of 1 to ${mostEvents} items`)
}
