import { mostEvents } from '@tributary/contract/hit.ts'
import { collectOperations, eventOperations } from '@tributary/contract/operations/events.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { answerHits } from './http/answer-hit.ts'
import { respondToHits } from './http/fast-path.ts'
import { hitIntake, type IntakeDeps } from './http/hit-intake.ts'

/** What receiving hits needs. */
export interface CollectDeps extends Serving, IntakeDeps {
  config: Config
}

/** `POST /api/collect` for browsers and `POST /api/v1/events` for servers. */
export function collectRoutes(app: FastifyInstance, deps: CollectDeps): void {
  // A separate plugin scope: only here is the body not parsed, whatever its type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const respond = respondToHits(answerHits(deps.config, hitIntake(deps)))
    // Where http/ handles requests before the framework, these two are registered but never called.
    const delegate = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      respond(request.raw, reply.raw)
      return reply
    }
    serveOperations(scope, deps, collectOperations, {
      'POST /api/collect': ({ request, reply }) => delegate(request, reply),
    })
    scope.options('/api/collect', delegate)
  })
  eventRoutes(app, deps)
}

function eventRoutes(app: FastifyInstance, deps: CollectDeps): void {
  serveOperations(app, deps, eventOperations, {
    'POST /api/v1/events': async ({ site, body, once }) => {
      const items = itemsOf(body)
      return once(items, (attempt) => deps.collector.collectEvents(site, items, attempt))
    },
  })
}

/** Either the list itself or an object that contains it as `events`. */
function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  const events =
    typeof body === 'object' && body !== null ? (body as { events?: unknown }).events : undefined
  if (Array.isArray(events)) return events
  throw new AppError('invalid', `events must be an array of 1 to ${mostEvents} items`)
}
