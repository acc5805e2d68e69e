import type { AuditAction } from '@tributary/contract/app-audit.ts'
import {
  appWebhookChanges,
  appWebhookDeliveriesQuery,
  appWebhookReplay,
  appWebhookRotation,
  newAppWebhook,
} from '@tributary/contract/app-webhook.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../../accounts/site-access.ts'
import { personActor } from '../../audit/actor.ts'
import { AppError } from '../../errors.ts'
import { noteDeed } from '../../http/note-deed.ts'
import { requireStepUp } from '../../http/proof.ts'
import { personOf, requirePerson } from '../../http/signed-in.ts'
import { validateBody, validateQuery } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import { countDeliveries, listDeliveries } from '../../store/control/webhooks/delivery-rows.ts'
import { providers } from '../providers/list.ts'
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

const validateNew = validateBody(newAppWebhook)
const validateChanges = validateBody(appWebhookChanges)
const validateRotation = validateBody(appWebhookRotation)
const validateReplay = validateBody(appWebhookReplay)
const validateDeliveries = validateQuery(appWebhookDeliveriesQuery)

interface OnSite {
  Params: { siteId: string }
}

interface OnEndpoint {
  Params: { siteId: string; endpointId: string }
}

const hourMs = 60 * 60_000
const listed = 50

/** `/api/app/sites/{site}/webhooks` and below: where a site's payment providers send their webhooks. */
export function webhookSettingsRoutes(app: FastifyInstance, services: Services): void {
  endpointRoutes(app, services)
  deliveryRoutes(app, services)
}

function endpointRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, config, webhookStore } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/webhooks'
  const present = (endpoint: Endpoint) => presentEndpoint(config.publicUrl, endpoint)

  app.get<OnSite>(path, person, async (request) => {
    const siteId = await adminOf(services, request, request.params.siteId)
    const [endpoints, counts] = await Promise.all([
      listEndpoints(webhookStore, siteId),
      countDeliveries(control.db, siteId),
    ])
    return success({
      providers: providers.map(presentProvider),
      endpoints: endpoints.map((one) => presentEndpoint(config.publicUrl, one, counts)),
    })
  })

  app.post<OnSite>(path, person, async (request) => {
    const siteId = await adminOf(services, request, request.params.siteId)
    await requireStepUp(services, request)
    const input = validateNew(request.body)
    const made = await addEndpoint(webhookStore, siteId, input, clock.now())
    await note(services, request, 'provider.added', made.endpoint)
    return success({ endpoint: present(made.endpoint), secret: made.madeSecret })
  })

  app.patch<OnEndpoint>(`${path}/:endpointId`, person, async (request) => {
    const { id } = await endpointOf(services, request, request.params)
    await requireStepUp(services, request)
    const changes = validateChanges(request.body)
    const audit = { by: personActor(personOf(request)), nowMs: clock.now() }
    return success({ endpoint: present(await changeEndpoint(webhookStore, id, changes, audit)) })
  })

  app.post<OnEndpoint>(`${path}/:endpointId/rotate`, person, async (request) => {
    const { id } = await endpointOf(services, request, request.params)
    await requireStepUp(services, request)
    const { secret, overlapHours } = validateRotation(request.body)
    const overlapMs = overlapHours === undefined ? undefined : overlapHours * hourMs
    const rotation = { secret, overlapMs, nowMs: clock.now() }
    const made = await rotateEndpoint(webhookStore, id, rotation)
    await note(services, request, 'provider.secret-changed', made.endpoint)
    return success({ endpoint: present(made.endpoint), secret: made.madeSecret })
  })

  app.delete<OnEndpoint>(`${path}/:endpointId`, person, async (request) => {
    const { id } = await endpointOf(services, request, request.params)
    await requireStepUp(services, request)
    const removed = await removeEndpoint(webhookStore, id, clock.now())
    await note(services, request, 'provider.removed', removed)
    return success({ endpoint: present(removed) })
  })
}

function deliveryRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, webhooks } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/webhooks/:endpointId'

  app.get<OnEndpoint>(`${path}/deliveries`, person, async (request) => {
    const endpoint = await endpointOf(services, request, request.params)
    const { limit = listed, before } = validateDeliveries(request.query)
    const beforeMs = before === undefined ? clock.now() + hourMs : Date.parse(before)
    if (Number.isNaN(beforeMs)) throw new AppError('invalid', 'before must be an ISO 8601 time')
    const rows = await listDeliveries(control.db, endpoint.id, { limit, beforeMs })
    return success({ deliveries: rows.map(presentDelivery) })
  })

  app.post<OnEndpoint>(`${path}/replay`, person, async (request) => {
    const endpoint = await endpointOf(services, request, request.params)
    const { deliveryId } = validateReplay(request.body)
    const replayed = await webhooks.replay(endpoint, deliveryId)
    await note(services, request, 'provider.replayed', endpoint)
    return success({ replayed })
  })

  app.post<OnEndpoint>(`${path}/test`, person, async (request) => {
    const endpoint = await endpointOf(services, request, request.params)
    const send = async () => {
      const sample = endpoint.provider.sample(endpoint.kept.secret, clock.now())
      return sample && webhooks.receive(endpoint, sample)
    }
    return success(await tryEndpoint(control, endpoint, send))
  })
}

function note(
  services: Services,
  request: FastifyRequest,
  action: AuditAction,
  { id, siteId, provider }: Endpoint,
): Promise<void> {
  const object = { id, name: provider.title }
  return noteDeed(services, request, { action, siteId, object })
}

async function adminOf(services: Services, request: FastifyRequest, id: string): Promise<string> {
  await getSiteAs(services.control, personOf(request), { id, role: 'admin' })
  return id
}

async function endpointOf(
  services: Services,
  request: FastifyRequest,
  { siteId, endpointId }: OnEndpoint['Params'],
): Promise<Endpoint> {
  await adminOf(services, request, siteId)
  return getEndpoint(services.webhookStore, endpointId, siteId)
}
