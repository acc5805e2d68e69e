import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/**
 * Times every reply for `/metrics` and logs it. Only the route's pattern, the status and the time: addresses, ids
 * and query strings belong to visitors and are never logged.
 */
export function watchRequests(
  app: FastifyInstance,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const status = reply.statusCode
    metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1000)
    // Successful replies are too many for the log of a busy site; refusals are worth a line.
    const level = status < 400 ? 'debug' : 'info'
    if (logger.isLevelEnabled(level)) {
      request.log[level]({ method, route, status, ms: Math.round(reply.elapsedTime) }, 'request')
    }
    done()
  })
}
