import { randomUUID } from 'node:crypto'
import { addEndpoint, type NewEndpoint } from '../../payments/webhooks/manage-endpoints.ts'
import type { Reply, TestServer } from '../server.ts'
import { signAs } from './webhook-signer.ts'

/** A site with an endpoint, and a provider that sends there. */
export interface Shop {
  siteId: string
  key: string
  endpointId: string
  path: string
  /** Sends an event as the provider would: an object as JSON, text as it is. */
  send(body: object | string, given?: Partial<Signing>): Promise<Reply>
  /** The payment with one of the provider's ids, or undefined. */
  payment(id: string): Promise<Record<string, unknown> | undefined>
  /** How many payments the site has. */
  count(): Promise<number>
}

interface Signing {
  topic: string
  id: string
  secret: string
  atMs: number
  headers: Record<string, string>
}

export const testSecret = 'whsec_dHJpYnV0YXJ5LXRlc3Qtc2VjcmV0LTAwMDE='

/** Creates a site with one endpoint of a provider. */
export async function aShopWith(
  server: TestServer,
  provider: string,
  input: Partial<NewEndpoint> = {},
): Promise<Shop> {
  const { site, key } = await server.aSite()
  const secret = input.secret ?? testSecret
  const made = { ...input, provider, secret }
  const { endpoint } = await addEndpoint(server.services.webhookStore, site.id, made, Date.now())
  const path = `/webhooks/${provider}/${endpoint.id}`
  return {
    siteId: site.id,
    key,
    endpointId: endpoint.id,
    path,
    send(given, how = {}) {
      const body = typeof given === 'string' ? given : JSON.stringify(given)
      const signing = {
        secret: how.secret ?? secret,
        nowMs: how.atMs ?? Date.now(),
        topic: how.topic ?? '',
        id: how.id ?? randomUUID(),
      }
      const headers = { ...signAs(provider, body, signing), ...how.headers }
      return server.request('POST', path, { body, headers })
    },
    async payment(id) {
      const query = new URLSearchParams({ provider, providerPaymentId: id })
      const reply = await server.request('GET', `/api/v1/payment?${query}`, { key })
      if (reply.status === 404) return undefined
      if (reply.status !== 200) throw new Error(`${id}: ${JSON.stringify(reply.body)}`)
      return (reply.body as { data: Record<string, unknown> }).data
    },
    async count() {
      const rows = await server.services.control.db
        .selectFrom('payments')
        .select('id')
        .where('site_id', '=', site.id)
        .execute()
      return rows.length
    },
  }
}
