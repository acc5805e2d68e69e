import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { collectRoutes } from './collect/routes.ts'
import { goalRoutes } from './goals/routes.ts'
import { healthRoutes } from './http/health.ts'
import { acceptJsonBodies, bodyLimitBytes } from './http/json-body.ts'
import { replyToMalformed, replyWithError } from './http/reply.ts'
import { addCommonHeaders } from './http/security-headers.ts'
import { staticFiles } from './http/static-files.ts'
import { replyToUnrouted, trackRoutes } from './http/unrouted.ts'
import { watchRequests } from './http/watch-requests.ts'
import { identityRoutes } from './identities/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import type { Services } from './services.ts'
import { siteRoutes } from './sites/routes.ts'
import { visitorRoutes } from './visitors/routes.ts'

/** The HTTP side of Tributary over services that are already open. Opens nothing, listens to nothing. */
export function buildApp(services: Services): FastifyInstance {
  const app = createServer(services)
  const routes = trackRoutes(app)
  app.setErrorHandler(replyWithError)
  addCommonHeaders(app, services.config.publicUrl.startsWith('https:'))
  watchRequests(app, services)
  acceptJsonBodies(app)

  collectRoutes(app, services)
  goalRoutes(app, services)
  paymentRoutes(app, services)
  visitorRoutes(app, services)
  identityRoutes(app, services)
  accountRoutes(app, services)
  siteRoutes(app, services)
  healthRoutes(app, services)

  const sendDashboard = staticFiles(app)
  app.setNotFoundHandler(replyToUnrouted(services, routes, sendDashboard))
  return app
}

function createServer({ config, logger }: Services): FastifyInstance {
  return Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // Every request is logged by watchRequests, which leaves out what is personal.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: bodyLimitBytes,
    // A client that sends slowly holds a socket, so it gets this long for a whole request.
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    frameworkErrors: replyWithError,
    clientErrorHandler: replyToMalformed,
  })
}
