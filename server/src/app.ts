import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { sessionToken } from './accounts/http/session-cookie.ts'
import { accountRoutes } from './accounts/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { annotationRoutes } from './annotations/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { hitIntake } from './collect/http/hit-intake.ts'
import { HitServer } from './collect/http/hit-server.ts'
import { collectRoutes } from './collect/routes.ts'
import { digestRoutes } from './digests/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { goalRoutes } from './goals/routes.ts'
import { goalRuleRoutes } from './goals/rules/routes.ts'
import { scriptPartRoutes } from './goals/rules/script-routes.ts'
import { goalSettingRoutes } from './goals/setting-routes.ts'
import { apiReferenceRoutes } from './http/api-reference/routes.ts'
import { keepCollectorsApart } from './http/collector-hosts.ts'
import { boundConnections } from './http/connections/bound-connections.ts'
import { httpOptions } from './http/connections/http-options.ts'
import { healthRoutes } from './http/health.ts'
import { holdUntilReady } from './http/hold-until-ready.ts'
import { acceptJsonBodies, bodyLimitBytes } from './http/json-body.ts'
import { replyToMalformed, replyWithError } from './http/reply.ts'
import { type AddCommonHeaders, commonHeaders } from './http/security-headers.ts'
import { staticFiles } from './http/static-files.ts'
import { replyToUnrouted, trackRoutes, whenOpened } from './http/unrouted.ts'
import { watchRequests } from './http/watch-requests.ts'
import { identityRoutes } from './identities/routes.ts'
import { importedRoutes } from './imports/imported-routes.ts'
import { importRoutes } from './imports/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
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
import { savedViewRoutes } from './reports/saved-views/routes.ts'
import type { Services } from './services.ts'
import { setUpRoutes } from './setup/routes.ts'
import { sharePageRoute, shareReaderRoutes } from './sharing/reader-routes.ts'
import { shareRoutes } from './sharing/routes.ts'
import { siteSettingsRoutes } from './site-settings/routes.ts'
import { openCallers } from './sites/http/callers.ts'
import { keyRoutes } from './sites/routes.ts'
import { spendRoutes } from './spend/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { eraseSiteRoutes } from './visitors/erase-site-routes.ts'
import { visitorRoutes } from './visitors/routes.ts'

/** The HTTP application, over services that are already open. Opens nothing, listens to nothing. */
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

  const callers = openCallers(services)
  const parts = { ...services, callers }
  collectRoutes(app, parts)
  goalRoutes(app, parts)
  paymentRoutes(app, parts)
  webhookRoutes(app, parts)
  webhookSettingsRoutes(app, parts)
  connectionRoutes(app, parts)
  reconciliationRoutes(app, parts)
  inboxRoutes(app, parts)
  handLinkRoutes(app, parts)
  duplicateRoutes(app, parts)
  rateRoutes(app, parts)
  visitorRoutes(app, parts)
  reportRoutes(app, parts)
  questionRoutes(app, parts)
  savedFunnelRoutes(app, parts)
  savedViewRoutes(app, parts)
  goalSettingRoutes(app, parts)
  goalRuleRoutes(app, parts)
  scriptPartRoutes(app, parts)
  annotationRoutes(app, parts)
  spendRoutes(app, parts)
  subscriptionRoutes(app, parts)
  exportRoutes(app, parts)
  importRoutes(app, parts)
  importedRoutes(app, parts)
  identityRoutes(app, parts)
  setUpRoutes(app, parts)
  accountRoutes(app, parts)
  keyRoutes(app, parts)
  siteSettingsRoutes(app, parts)
  overviewRoutes(app, parts)
  eraseSiteRoutes(app, parts)
  teamRoutes(app, parts)
  shareRoutes(app, parts)
  shareReaderRoutes(app, parts)
  mailRoutes(app, parts)
  digestRoutes(app, parts)
  alertRoutes(app, parts)
  auditRoutes(app, parts)
  apiReferenceRoutes(app, parts)
  healthRoutes(app, parts)

  const pages = whenOpened(staticFiles(app), (request) => {
    if (sessionToken(services, request) !== undefined) services.answers.prepare()
  })
  sharePageRoute(app, parts, pages.dashboard)
  replyToUnrouted(app, callers, routes, pages)
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
    // While the server stops, late requests are still answered; Fastify's own refusal has another shape.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const intake = hitIntake(services)
      const server = new HitServer(httpOptions, { config, intake, next: handler })
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
