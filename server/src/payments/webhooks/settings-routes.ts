import type { AuditAction } from '@tributary/contract/app/audit.ts'
import {
  deliveryOperations,
  endpointOperations,
  endpointsOperations,
} from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditAction } from '../../accounts/http/audit-action.ts'
import { personOf } from '../../accounts/http/signed-in.ts'
import { personActor } from '../../audit/actor.ts'
import { AppError } from '../../errors.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { getSiteAs } from '../../sites/site-access.ts'
import { hourMs } from '../../time/durations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import { providers } from '../providers/list.ts'
import { countDeliveries, findDelivery, listDeliveries } from '../rows/delivery-rows.ts'
import { changeEndpoint } from './change-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import {
  addEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpoint,
} from './manage-endpoints.ts'
import { presentDelivery, presentEndpoint, presentProvider } from './present.ts'
import { tryEndpoint } from './try-endpoint.ts'

const listed = 50

const found = new WeakMap<FastifyRequest, Endpoint>()

/** Where a site's payment providers send their webhooks, and what arrived. */
export function webhookSettingsRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  endpointsRoutes(app, deps)
  app.register(async (scope) => {
    // An unknown endpoint is reported before any problem of the input.
    scope.addHook('preHandler', async (request) => {
      const { siteId, endpointId } = request.params as { siteId: string; endpointId: string }
      await getSiteAs(deps.control, personOf(request), { id: siteId, role: 'admin' })
      found.set(request, await getEndpoint(deps.webhookStore, endpointId, siteId))
    })
    endpointRoutes(scope, deps)
    deliveryRoutes(scope, deps)
  })
}

function endpointsRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { control, clock, config, webhookStore } = deps
  serveOperations(app, deps, endpointsOperations, {
    'GET /api/app/sites/:siteId/webhooks': async ({ site }) => {
      const [endpoints, counts] = await Promise.all([
        listEndpoints(webhookStore, site.id),
        countDeliveries(control.db, site.id),
      ])
      return {
        providers: providers.map(presentProvider),
        endpoints: endpoints.map((one) => presentEndpoint(config.publicUrl, one, counts)),
      }
    },

    'POST /api/app/sites/:siteId/webhooks': async ({ request, site, body }) => {
      const made = await addEndpoint(webhookStore, site.id, body, clock.now())
      await note(deps, request, 'provider.added', made.endpoint)
      const endpoint = presentEndpoint(config.publicUrl, made.endpoint)
      return { endpoint, secret: made.madeSecret }
    },
  })
}

function endpointRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { clock, config, webhookStore } = deps
  const present = (endpoint: Endpoint) => presentEndpoint(config.publicUrl, endpoint)

  serveOperations(app, deps, endpointOperations, {
    'PATCH /api/app/sites/:siteId/webhooks/:endpointId': async ({ request, person, body }) => {
      const { id } = endpointOf(request)
      const audit = { by: personActor(person), nowMs: clock.now() }
      return { endpoint: present(await changeEndpoint(webhookStore, id, body, audit)) }
    },

    'POST /api/app/sites/:siteId/webhooks/:endpointId/rotate': async ({ request, body }) => {
      const { id } = endpointOf(request)
      const { secret, overlapHours } = body
      const overlapMs = overlapHours === undefined ? undefined : overlapHours * hourMs
      const rotation = { secret, overlapMs, nowMs: clock.now() }
      const made = await rotateEndpoint(webhookStore, id, rotation)
      await note(deps, request, 'provider.secret-changed', made.endpoint)
      return { endpoint: present(made.endpoint), secret: made.madeSecret }
    },

    'DELETE /api/app/sites/:siteId/webhooks/:endpointId': async ({ request }) => {
      const removed = await removeEndpoint(webhookStore, endpointOf(request).id, clock.now())
      await note(deps, request, 'provider.removed', removed)
      return { endpoint: present(removed) }
    },
  })
}

function deliveryRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { control, clock, webhooks } = deps
  serveOperations(app, deps, deliveryOperations, {
    'GET /api/app/sites/:siteId/webhooks/:endpointId/deliveries': async ({ request, query }) => {
      const { limit = listed, after: id } = query
      const endpointId = endpointOf(request).id
      const after = id === undefined ? undefined : await findDelivery(control.db, endpointId, id)
      if (id !== undefined && after === undefined) {
        throw new AppError('invalid', 'after must be the ID of a delivery to this endpoint')
      }
      const rows = await listDeliveries(control.db, endpointId, { limit, after })
      return { deliveries: rows.map(presentDelivery) }
    },

    'POST /api/app/sites/:siteId/webhooks/:endpointId/replay': async ({ request, body }) => {
      const endpoint = endpointOf(request)
      const replayed = await webhooks.replay(endpoint, body.deliveryId)
      await note(deps, request, 'provider.replayed', endpoint)
      return { replayed }
    },

    'POST /api/app/sites/:siteId/webhooks/:endpointId/test': ({ request }) => {
      const endpoint = endpointOf(request)
      const send = async () => {
        const sample = endpoint.provider.sample(endpoint.credentials.secret, clock.now())
        return sample && webhooks.receive(endpoint, sample)
      }
      return tryEndpoint(control, endpoint, send)
    },
  })
}

function endpointOf(request: FastifyRequest): Endpoint {
  const endpoint = found.get(request)
  if (endpoint === undefined) throw new Error('The endpoint was not looked up.')
  return endpoint
}

function note(
  deps: PaymentsDeps,
  request: FastifyRequest,
  action: AuditAction,
  { id, siteId, provider }: Endpoint,
): Promise<void> {
  const object = { id, name: provider.title }
  return auditAction(deps, request, { action, siteId, object })
}
