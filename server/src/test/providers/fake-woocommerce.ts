import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** An order, a refund or a subscription in WooCommerce's REST API. */
export interface WoocommerceObject {
  id: number
  date_created_gmt: string
  date_modified_gmt: string
  [field: string]: unknown
}

export interface WoocommerceShopData {
  orders: WoocommerceObject[]
  /** By the order. */
  refunds: Map<number, WoocommerceObject[]>
  /** Null: the shop does not have WooCommerce Subscriptions. */
  subscriptions: WoocommerceObject[] | null
}

/** By consumer key and secret, with a colon between. */
export type WoocommerceKeys = Record<string, 'read' | 'write' | 'read_write'>

export interface FakeWoocommerce extends FakeApi {
  readonly shop: WoocommerceShopData
  readonly keys: WoocommerceKeys
}

/**
 * WooCommerce's REST API according to its documentation and its source, as far as it is read here: keys and their
 * permission, which is checked before the object, lists with times that exclude their ends, `orderby`, `offset` and
 * `per_page`, and errors in its form.
 */
export async function startWoocommerce(shop: WoocommerceShopData): Promise<FakeWoocommerce> {
  const woocommerce = { shop, keys: {} as WoocommerceKeys }
  return Object.assign(await startFakeApi((request) => answer(woocommerce, request)), woocommerce)
}

function answer(
  { shop, keys }: Pick<FakeWoocommerce, 'shop' | 'keys'>,
  { method, path, query, headers }: ApiRequest,
): ApiAnswer {
  const given = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
  const permission = keys[given.toString()]
  // This message quotes the key.
  const refuse = (status: number, code: string) => ({
    ...{ status, body: { code, message: `${given}`, data: { status } } },
  })
  const isAllowed =
    permission === 'read_write' || permission === (method === 'GET' ? 'read' : 'write')
  if (!isAllowed) return refuse(401, 'woocommerce_rest_authentication_error')
  const [, name = '', id, part] =
    /^\/wp-json\/wc\/v3\/(\w+)(?:\/(\d+))?(?:\/(\w+))?$/.exec(path) ?? []
  const list =
    name === 'orders' ? shop.orders : name === 'subscriptions' ? shop.subscriptions : null
  if (list === null) return refuse(404, 'rest_no_route')
  if (part === 'refunds') return { status: 200, body: shop.refunds.get(Number(id)) ?? [] }
  if (id !== undefined) {
    const object = list.find((one) => one.id === Number(id))
    if (object !== undefined && method === 'GET') return { status: 200, body: object }
    return refuse(method === 'GET' ? 404 : 400, 'woocommerce_rest_shop_order_invalid_id')
  }
  const page = pageOf(list, query)
  return page === undefined ? refuse(400, 'rest_invalid_param') : { status: 200, body: page }
}

const bounds = ['after', 'before', 'modified_after', 'modified_before']

function pageOf(list: readonly WoocommerceObject[], query: URLSearchParams) {
  const size = Number(query.get('per_page') ?? 10)
  const by = { date: 'date_created_gmt', modified: 'date_modified_gmt' }[
    query.get('orderby') ?? 'date'
  ]
  const times = bounds.flatMap((name) => query.get(name) ?? [])
  const isReadable = times.every((time) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(time))
  if (size < 1 || size > 100 || by === undefined || !isReadable) return undefined
  // The shop has another time zone.
  const shift = query.get('dates_are_gmt') === 'true' ? 0 : 5 * 3_600_000
  const isWithin = (time: string, after: string | null, before: string | null) => {
    const ms = Date.parse(`${time}Z`) + shift
    return (
      (after === null || ms > Date.parse(`${after}Z`)) &&
      (before === null || ms < Date.parse(`${before}Z`))
    )
  }
  const matching = list
    .filter(({ status }) => status !== 'trash')
    .filter((one) => isWithin(one.date_created_gmt, query.get('after'), query.get('before')))
    .filter((one) =>
      isWithin(one.date_modified_gmt, query.get('modified_after'), query.get('modified_before')),
    )
  const placeOf = (one: WoocommerceObject) => `${one[by]} ${String(one.id).padStart(12, '0')}`
  const sorted = matching.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  if (query.get('order') !== 'asc') sorted.reverse()
  const offset = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size)
  return sorted.slice(offset, offset + size)
}
