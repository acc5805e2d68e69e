import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { fieldsOf, textOf } from '../../providers/wire/fields.ts'
import { askedErrorOf } from '../ask-api.ts'
import { ifExists } from '../if-exists.ts'
import { listsApi } from '../lists-api.ts'
import type { Credentials, ProviderApi } from '../provider-api.ts'
import { type LemonClient, lemonClient } from './lemon-client.ts'
import { checkLemonKey, lemonKeyPage } from './lemon-key.ts'
import { lemonLists } from './lemon-lists.ts'

/** Lemon Squeezy: the orders, subscriptions and invoices of one store. */
export function lemonApi(apiUrl: string = providerApiUrls.lemonsqueezy.url): ProviderApi {
  const clientOf = ({ key, details }: Credentials) =>
    lemonClient(key, (details.storeId ?? '').trim(), apiUrl)
  return listsApi({
    ...{ name: 'lemonsqueezy', title: 'Lemon Squeezy', lists: lemonLists, hasSpans: false },
    ...{ permissions: [], keyPage: lemonKeyPage, hasReadOnlyKeys: false, keyExample: 'eyJ0…' },
    details: [{ name: 'storeId', example: '12345' }],
    checkKey: (credentials) => checkLemonKey(clientOf(credentials)),
    open: async (credentials) => clientOf(credentials),
    errorOf: askedErrorOf,
    findPayment,
  })
}

const lists: Readonly<Record<string, string>> = {
  ...{ order: 'orders', 'subscription-invoice': 'subscription-invoices' },
}

async function findPayment(client: LemonClient, ref: string) {
  const [, kind = '', id = ''] = /^(order|subscription-invoice):(\d{1,15})$/.exec(ref) ?? []
  const list = lists[kind]
  if (list === undefined) return []
  const found = await ifExists(client.one(`/${list}/${id}`))
  const storeId = textOf(fieldsOf(found?.data.attributes).store_id)
  if (found === undefined || storeId !== client.storeId) return []
  const own = { list, object: found.data }
  if (kind !== 'order') return [own]
  const begun = await client.list('/subscriptions', { 'filter[order_id]': id })
  return [own, ...begun.data.map((object) => ({ list: 'subscriptions', object }))]
}
