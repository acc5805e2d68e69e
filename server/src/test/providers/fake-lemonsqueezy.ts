import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** An object in Lemon Squeezy's API. */
export interface LemonObject {
  type: string
  id: string
  attributes: Record<string, unknown> & { store_id: number; created_at: string; updated_at: string }
}

/** Lists by their paths, such as `orders`. */
export type LemonAccount = Record<
  'orders' | 'subscriptions' | 'subscription-invoices',
  LemonObject[]
>

export interface FakeLemonSqueezy extends FakeApi {
  /** May change while it is read. */
  readonly account: LemonAccount
  /** The valid keys, and whether they are of test mode. */
  readonly keys: Record<string, { isTest?: boolean; stores: readonly number[] }>
}

/**
 * Lemon Squeezy's API according to its documentation, as far as it is read here: keys, the user and the stores,
 * lists with the latest first, numbered pages and filters, and single objects.
 */
export async function startLemonSqueezy(account: LemonAccount): Promise<FakeLemonSqueezy> {
  const lemon = { account, keys: {} as FakeLemonSqueezy['keys'] }
  return Object.assign(await startFakeApi((request) => answer(lemon, request)), lemon)
}

function answer(
  { account, keys }: Pick<FakeLemonSqueezy, 'account' | 'keys'>,
  { path, query, headers }: ApiRequest,
): ApiAnswer {
  const refuse = (status: number, title: string) => ({
    status,
    // This one quotes the key, so that a leak would be noticed.
    body: { errors: [{ detail: headers.authorization, status: String(status), title }] },
  })
  const key = keys[headers.authorization?.replace('Bearer ', '') ?? '']
  if (key === undefined) return refuse(401, 'Unauthenticated')
  const meta = { test_mode: key.isTest ?? false }
  if (path === '/v1/users/me') return { status: 200, body: { data: { id: '1' }, meta } }
  const [, , name = '', id] = path.split('/')
  const stores = key.stores.map((store) => ({
    ...{ type: 'stores', id: String(store), attributes: { name: 'Shop', store_id: store } },
  }))
  const all = name === 'stores' ? stores : Object.hasOwn(account, name) && account[name as 'orders']
  if (!all) return refuse(404, 'Not Found')
  const own = all.filter(({ attributes }) => key.stores.includes(attributes.store_id))
  if (id !== undefined) {
    const data = own.find((one) => one.id === id)
    return data === undefined ? refuse(404, 'Not Found') : { status: 200, body: { data } }
  }
  return pageOf(own, query) ?? refuse(400, 'Bad Request')
}

type Listed = Pick<LemonObject, 'id'> & { attributes: Record<string, unknown> }

function pageOf(all: readonly Listed[], query: URLSearchParams): ApiAnswer | undefined {
  const [size, number] = ['size', 'number'].map((name) => query.get(`page[${name}]`))
  const [perPage, currentPage] = [Number(size ?? 10), Number(number ?? 1)]
  if (!(perPage >= 1 && perPage <= 100 && currentPage >= 1)) return undefined
  const matching = all.filter((one) =>
    [...query].every(([name, value]) => {
      const [, field] = /^filter\[(\w+)\]$/.exec(name) ?? []
      return field === undefined || String(one.attributes[field]) === value
    }),
  )
  const at = (one: Listed) => String(one.attributes.created_at)
  const sorted = matching.toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0))
  const data = sorted.slice((currentPage - 1) * perPage, currentPage * perPage)
  const lastPage = Math.max(Math.ceil(sorted.length / perPage), 1)
  const next = { next: `https://api.lemonsqueezy.example?page[number]=${currentPage + 1}` }
  const links = { first: '', last: '', ...(currentPage < lastPage && next) }
  return { status: 200, body: { meta: { page: { currentPage, lastPage, perPage } }, links, data } }
}
