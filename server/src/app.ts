import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { annotationRoutes } from './annotations/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { collectFirst, hitIntake } from './collect/fast-path.ts'
import { collectRoutes } from './collect/routes.ts'
import { digestRoutes } from './digests/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { goalRoutes } from './goals/routes.ts'
import { goalRuleRoutes } from './goals/rules/routes.ts'
import { scriptPartRoutes } from './goals/rules/script-routes.ts'
import { goalSettingRoutes } from './goals/setting-routes.ts'
import { apiReferenceRoutes } from './http/api-reference/routes.ts'
import { boundConnections } from './http/bound-connections.ts'
import { keepCollectorsApart } from './http/collector-hosts.ts'
import { healthRoutes } from './http/health.ts'
import { holdUntilReady } from './http/hold-until-ready.ts'
import { httpOptions } from './http/http-options.ts'
import { acceptJsonBodies, bodyLimitBytes } from './http/json-body.ts'
import { replyToMalformed, replyWithError } from './http/reply.ts'
import { type AddCommonHeaders, commonHeaders } from './http/security-headers.ts'
import { staticFiles } from './http/static-files.ts'
import { replyToUnrouted, trackRoutes } from './http/unrouted.ts'
import { watchRequests } from './http/watch-requests.ts'
import { identityRoutes } from './identities/routes.ts'
import { importedRoutes } from './imports/imported-routes.ts'
import { importRoutes } from './imports/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { connectionRoutes } from './payments/connections/routes.ts'
import { duplicateRoutes } from './payments/duplicates/routes.ts'
import { handLinkRoutes } from './payments/hand-link-routes.ts'
import { inboxRoutes } from './payments/inbox-routes.ts'
import { rateRoutes } from './payments/rates/routes.ts'
import { reconciliationRoutes } from './payments/reconciliation/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { subscriptionRoutes } from './payments/subscriptions/routes.ts'
import { webhookRoutes } from './payments/webhooks/routes.ts'
import { webhookSettingsRoutes } from './payments/webhooks/settings-routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { savedFunnelRoutes } from './questions/saved-funnel-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { savedViewRoutes } from './reports/saved-view-routes.ts'
import type { Services } from './services.ts'
import { sharePageRoute, shareReaderRoutes } from './sharing/reader-routes.ts'
import { shareRoutes } from './sharing/routes.ts'
import { eraseSiteRoutes } from './sites/erase-site-routes.ts'
import { overviewRoutes } from './sites/overview-routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { spendRoutes } from './spend/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { visitorRoutes } from './visitors/routes.ts'

/** The HTTP side of Tributary over services that are already open. Opens nothing, listens to nothing. */
export function buildApp(services: Services): FastifyInstance {
  const addHeaders = commonHeaders(services.config)
  const app = createServer(services, addHeaders)
  const routes = trackRoutes(app)
  app.setErrorHandler(replyWithError)
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    done()
  })
  watchRequests(app, services)
  keepCollectorsApart(app, services)
  holdUntilReady(app, services)
  acceptJsonBodies(app)

  collectRoutes(app, services)
  goalRoutes(app, services)
  paymentRoutes(app, services)
  webhookRoutes(app, services)
  webhookSettingsRoutes(app, services)
  connectionRoutes(app, services)
  reconciliationRoutes(app, services)
  inboxRoutes(app, services)
  handLinkRoutes(app, services)
  duplicateRoutes(app, services)
  rateRoutes(app, services)
  visitorRoutes(app, services)
  reportRoutes(app, services)
  questionRoutes(app, services)
  savedFunnelRoutes(app, services)
  savedViewRoutes(app, services)
  goalSettingRoutes(app, services)
  goalRuleRoutes(app, services)
  scriptPartRoutes(app, services)
  annotationRoutes(app, services)
  spendRoutes(app, services)
  subscriptionRoutes(app, services)
  exportRoutes(app, services)
  importRoutes(app, services)
  importedRoutes(app, services)
  identityRoutes(app, services)
  accountRoutes(app, services)
  siteRoutes(app, services)
  overviewRoutes(app, services)
  eraseSiteRoutes(app, services)
  teamRoutes(app, services)
  shareRoutes(app, services)
  shareReaderRoutes(app, services)
  mailRoutes(app, services)
  digestRoutes(app, services)
  alertRoutes(app, services)
  auditRoutes(app, services)
  apiReferenceRoutes(app, services)
  healthRoutes(app, services)

  const pages = staticFiles(app)
  sharePageRoute(app, services, pages.dashboard)
  replyToUnrouted(app, services, routes, pages)
  return app
}

function createServer(services: Services, addHeaders: AddCommonHeaders): FastifyInstance {
  const { config, logger } = services
  return Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // Every request is logged by watchRequests, which leaves out what is personal.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: bodyLimitBytes,
    // While the server stops, what still arrives is answered; Fastify's own refusal has another shape.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createHttpServer(
        httpOptions,
        collectFirst(config, hitIntake(services), handler),
      )
      boundConnections(server)
      return server
    },
    // An address that cannot be decoded fails before any hook.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply)
      replyWithError(error, request, reply)
    },
    clientErrorHandler: replyToMalformed,
  })
}
