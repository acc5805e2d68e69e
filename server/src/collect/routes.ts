import { success } from '@tributary/contract/envelope.ts'
import { mostEvents } from '@tributary/contract/hit.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { requireKey, siteOf } from '../http/api-key.ts'
import { clientAddress } from '../http/client-address.ts'
import { parseJson } from '../http/json-body.ts'
import type { Services } from '../services.ts'
import { readHitRequest } from './hit-request.ts'

/** The largest body of a batch. */
const batchLimitBytes = 1024 * 1024

/** `POST /api/collect` for browsers and `POST /api/v1/events` for servers. */
export function collectRoutes(app: FastifyInstance, services: Services): void {
  // A scope of its own: only here may other origins ask, and only here is plain text a body.
  app.register(async (scope) => browserRoutes(scope, services))
  eventRoutes(app, services)
}

function browserRoutes(app: FastifyInstance, services: Services): void {
  const { collector, metrics, config } = services
  const addressOf = clientAddress(config.trustedProxies)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(openToAll)
  })
  app.options('/api/collect', async (_request, reply) =>
    reply
      .headers({
        'Access-Control-Allow-Methods': 'POST, OPTIONS',
        'Access-Control-Allow-Headers': 'Content-Type',
        'Access-Control-Max-Age': '86400',
      })
      .code(204)
      .send(),
  )
  app.post('/api/collect', async (request, reply) => {
    const forwarded = request.headers['x-forwarded-for']
    const address = addressOf(request.socket.remoteAddress, forwarded?.toString())
    const dropped = await collector.collect(request.body, readHitRequest(request.headers, address))
    if (dropped !== undefined) {
      metrics.droppedHits.inc({ reason: dropped })
      reply.header('X-Tributary-Dropped', dropped)
    }
    return reply.code(202).send()
  })
}

/** Any page may send; no cookie of ours is ever asked for, so there is nothing to steal. */
export const openToAll: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Tributary-Dropped',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-store',
}

function eventRoutes(app: FastifyInstance, services: Services): void {
  const options = { ...requireKey(services, 'events:write'), bodyLimit: batchLimitBytes }
  app.post('/api/v1/events', options, async (request) => {
    const site = siteOf(request)
    const items = itemsOf(request.body)
    return success(await services.collector.collectEvents(site, items))
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
