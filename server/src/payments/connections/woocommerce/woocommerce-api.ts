import type { RequestOutside } from '../../../outside/request-outside.ts'
import { fieldsOf } from '../../providers/wire/fields.ts'
import { ifExists } from '../if-exists.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { requestError } from '../request-json.ts'
import { openWoocommerce } from './woocommerce-client.ts'
import { checkWoocommerceKey, woocommerceKeyPage } from './woocommerce-key.ts'
import { refundsOf, woocommerceLists } from './woocommerce-lists.ts'

/** WooCommerce shops through their own REST API. */
export function woocommerceApi(request: RequestOutside): ProviderApi {
  return listsApi({
    ...{ name: 'woocommerce', title: 'WooCommerce' },
    permissions: [],
    keyPage: woocommerceKeyPage,
    hasReadOnlyKeys: true,
    keyExample: 'cs_…',
    details: [
      { name: 'storeUrl', example: 'https://shop.example' },
      { name: 'consumerKey', example: 'ck_…' },
    ],
    checkKey: (credentials) =>
      checkWoocommerceKey(() => openWoocommerce(request, credentials), credentials),
    lists: woocommerceLists,
    hasSpans: true,
    open: async (credentials) => openWoocommerce(request, credentials),
    errorOf: requestError,
    async findPayment(client, ref) {
      if (!/^\d{1,20}$/.test(ref)) return []
      const found = await ifExists(client.ask(`orders/${ref}`))
      if (found === undefined) return []
      const order = fieldsOf(found.body)
      const refunds = await refundsOf(client, ref, String(order.currency))
      return [order, ...refunds].map((object) => ({ list: 'orders', object }))
    },
  })
}
