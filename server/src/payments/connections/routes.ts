import { connectionOperations } from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import { listConnectionRows } from '../rows/connection-rows.ts'
import {
  connectProvider,
  disconnectProvider,
  replaceConnectionKey,
  syncNow,
} from './manage-connections.ts'
import { presentApi, presentConnection } from './present.ts'

/** The accounts that are read with a key. */
export function connectionRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  const { control, clock, connectionStore: store } = deps
  const authorOf = (person: Account) => ({ by: personActor(person), nowMs: clock.now() })
  const placeOf = (params: { siteId: string; connectionId: string }) => ({
    siteId: params.siteId,
    id: params.connectionId,
  })

  serveOperations(app, deps, connectionOperations, {
    'GET /api/app/sites/:siteId/provider-connections': async ({ site }) => ({
      providers: store.apis.map(presentApi),
      connections: (await listConnectionRows(control.db, site.id)).map(presentConnection),
    }),

    'POST /api/app/sites/:siteId/provider-connections': async ({ site, person, body }) => {
      const made = await connectProvider(store, site.id, body, authorOf(person))
      return { connection: presentConnection(made) }
    },

    'PUT /api/app/sites/:siteId/provider-connections/:connectionId/key': async (call) => {
      const { params, person, body } = call
      const changed = await replaceConnectionKey(store, placeOf(params), body, authorOf(person))
      return { connection: presentConnection(changed) }
    },

    'POST /api/app/sites/:siteId/provider-connections/:connectionId/sync': async ({ params }) => ({
      connection: presentConnection(await syncNow(store, placeOf(params), clock.now())),
    }),

    'DELETE /api/app/sites/:siteId/provider-connections/:connectionId': async (call) => {
      const ended = await disconnectProvider(store, placeOf(call.params), authorOf(call.person))
      return { connection: presentConnection(ended) }
    },
  })
}
