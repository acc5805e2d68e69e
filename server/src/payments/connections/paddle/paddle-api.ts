import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { askedErrorOf } from '../ask-api.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { type PaddleClient, paddleClient } from './paddle-client.ts'
import { checkPaddleKey, paddleKeyPage, paddlePermissions } from './paddle-key.ts'
import { paddleLists, paidStatuses } from './paddle-lists.ts'

/** Paddle Billing: its transactions, their adjustments, and subscriptions. */
export function paddleApi(apiUrl: string = providerApiUrls.paddle.url): ProviderApi {
  return listsApi({
    ...{ name: 'paddle', title: 'Paddle', lists: paddleLists, hasSpans: true },
    ...{ permissions: paddlePermissions, keyPage: paddleKeyPage, hasReadOnlyKeys: true },
    ...{ keyExample: 'pdl_live_apikey_…', details: [] },
    checkKey: ({ key }) => checkPaddleKey(key, apiUrl),
    open: async ({ key }) => paddleClient(key, apiUrl),
    errorOf: askedErrorOf,
    findPayment,
  })
}

async function findPayment(client: PaddleClient, ref: string) {
  if (!/^txn_[a-z0-9]{1,60}$/.test(ref)) return []
  const paid = await client.get('/transactions', { id: ref, status: paidStatuses })
  const adjusted = await client.get('/adjustments', { transaction_id: ref, per_page: 50 })
  return [
    ...paid.data.map((object) => ({ list: 'transactions', object })),
    ...adjusted.data.map((object) => ({ list: 'adjustments', object })),
  ]
}
