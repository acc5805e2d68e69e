import type { RequestOutside } from '../../../outside/request-outside.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { requestError } from '../request-json.ts'
import { openShopify, shopifyPlace } from './shopify-client.ts'
import { checkShopifyKey, shopifyKeyPage, shopifyScopes } from './shopify-key.ts'
import { findOrder, shopifyLists } from './shopify-lists.ts'

/** Shopify's shops through the GraphQL Admin API, with their Shopify Payments accounts. */
export function shopifyApi(request: RequestOutside, apiUrl: string | undefined): ProviderApi {
  const place = shopifyPlace(request, apiUrl)
  return listsApi({
    ...{ name: 'shopify', title: 'Shopify' },
    permissions: shopifyScopes,
    keyPage: shopifyKeyPage,
    hasReadOnlyKeys: true,
    keyExample: 'shpss_…',
    details: [
      { name: 'shopDomain', example: 'name.myshopify.com' },
      { name: 'clientId', example: '0123456789abcdef0123456789abcdef', isOptional: true },
    ],
    checkKey: (credentials) => checkShopifyKey(place, credentials),
    lists: shopifyLists,
    hasSpans: true,
    open: (credentials) => openShopify(place, credentials),
    errorOf: requestError,
    findPayment: findOrder,
  })
}
