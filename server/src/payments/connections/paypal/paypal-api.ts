import type { RequestOutside } from '../../../outside/request-outside.ts'
import { openTokenCache } from '../../token-cache.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { requestError } from '../request-json.ts'
import { openPaypal } from './paypal-client.ts'
import { checkPaypalKey, paypalKeyPage, paypalPermissions } from './paypal-key.ts'
import { findTransactions, paypalLists } from './paypal-lists.ts'

/** PayPal accounts through their transaction history. */
export function paypalApi(request: RequestOutside, apiUrl: string | undefined): ProviderApi {
  const place = { request, apiUrl, tokens: openTokenCache() }
  return listsApi({
    ...{ name: 'paypal', title: 'PayPal' },
    permissions: paypalPermissions,
    keyPage: paypalKeyPage,
    hasReadOnlyKeys: false,
    keyExample: 'EL…',
    details: [
      {
        name: 'clientId',
        example: 'Ab…',
      },
    ],
    checkKey: (credentials) => checkPaypalKey(place, credentials),
    lists: paypalLists,
    hasSpans: true,
    open: (credentials) => openPaypal(place, credentials),
    errorOf: requestError,
    findPayment: findTransactions,
  })
}
