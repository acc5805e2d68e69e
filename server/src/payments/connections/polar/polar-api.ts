import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { ApiRefusal, askedErrorOf } from '../ask-api.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { type PolarClient, polarClient } from './polar-client.ts'
import { checkPolarKey, polarKeyPage, polarPermissions } from './polar-key.ts'
import { polarLists } from './polar-lists.ts'

/** Polar: an organization's orders, refunds, disputes and subscriptions. */
export function polarApi(apiUrl: string = providerApiUrls.polar.url): ProviderApi {
  return listsApi({
    ...{ name: 'polar', title: 'Polar', lists: polarLists, hasSpans: false },
    ...{ permissions: polarPermissions, keyPage: polarKeyPage, hasReadOnlyKeys: true },
    ...{ keyExample: 'polar_oat_…', details: [] },
    checkKey: ({ key }) => checkPolarKey(key, apiUrl),
    open: async ({ key }) => polarClient(key, apiUrl),
    errorOf: askedErrorOf,
    findPayment,
  })
}

async function findPayment(client: PolarClient, ref: string) {
  if (!/^[A-Za-z0-9-]{1,60}$/.test(ref)) return []
  const order = await client.one(`/orders/${ref}`).catch((error: unknown) => {
    const isNone = error instanceof ApiRefusal && (error.status === 404 || error.status === 422)
    if (isNone) return undefined
    throw error
  })
  if (order === undefined) return []
  const about = { order_id: ref, limit: 100 }
  const [refunds, disputes] = await Promise.all([
    client.list('/refunds/', about),
    client.list('/disputes/', about),
  ])
  return [
    { list: 'orders', object: order },
    ...refunds.items.map((object) => ({ list: 'refunds', object })),
    ...disputes.items.map((object) => ({ list: 'disputes', object })),
  ]
}
