import { appConnectionKey, newAppConnection } from '@tributary/contract/app-connection.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../../accounts/site-access.ts'
import { personActor } from '../../audit/actor.ts'
import { requireStepUp } from '../../http/proof.ts'
import { personOf, requirePerson } from '../../http/signed-in.ts'
import { validateBody } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import { listConnectionRows } from '../../store/control/connections/connection-rows.ts'
import {
  connectProvider,
  disconnectProvider,
  replaceConnectionKey,
  syncNow,
} from './manage-connections.ts'
import { presentApi, presentConnection } from './present.ts'

const validateNew = validateBody(newAppConnection)
const validateKey = validateBody(appConnectionKey)

interface OnSite {
  Params: { siteId: string }
}

interface OnConnection {
  Params: { siteId: string; connectionId: string }
}

/** `/api/app/sites/{site}/provider-connections` and below: the accounts that are read with a key. */
export function connectionRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, connectionStore: store } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/provider-connections'
  const deedOf = (request: FastifyRequest) => ({
    by: personActor(personOf(request)),
    nowMs: clock.now(),
  })

  app.get<OnSite>(path, person, async (request) => {
    const siteId = await adminOf(services, request, request.params.siteId)
    const rows = await listConnectionRows(control.db, siteId)
    return success({
      providers: store.apis.map(presentApi),
      connections: rows.map(presentConnection),
    })
  })

  app.post<OnSite>(path, person, async (request) => {
    const siteId = await adminOf(services, request, request.params.siteId)
    await requireStepUp(services, request)
    const input = validateNew(request.body)
    const made = await connectProvider(store, siteId, input, deedOf(request))
    return success({ connection: presentConnection(made) })
  })

  app.put<OnConnection>(`${path}/:connectionId/key`, person, async (request) => {
    const place = await placeOf(services, request, request.params)
    await requireStepUp(services, request)
    const { key } = validateKey(request.body)
    const changed = await replaceConnectionKey(store, place, key, deedOf(request))
    return success({ connection: presentConnection(changed) })
  })

  app.post<OnConnection>(`${path}/:connectionId/sync`, person, async (request) => {
    const place = await placeOf(services, request, request.params)
    return success({ connection: presentConnection(await syncNow(store, place, clock.now())) })
  })

  app.delete<OnConnection>(`${path}/:connectionId`, person, async (request) => {
    const place = await placeOf(services, request, request.params)
    await requireStepUp(services, request)
    const ended = await disconnectProvider(store, place, deedOf(request))
    return success({ connection: presentConnection(ended) })
  })
}

async function adminOf(services: Services, request: FastifyRequest, id: string): Promise<string> {
  await getSiteAs(services.control, personOf(request), { id, role: 'admin' })
  return id
}

async function placeOf(
  services: Services,
  request: FastifyRequest,
  { siteId, connectionId }: OnConnection['Params'],
) {
  return { siteId: await adminOf(services, request, siteId), id: connectionId }
}
