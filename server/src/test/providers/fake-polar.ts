import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** An object in Polar's API. */
export interface PolarObject {
  id: string
  created_at: string
  modified_at: string | null
  [field: string]: unknown
}

export type PolarAccount = Record<
  'orders' | 'refunds' | 'disputes' | 'subscriptions',
  PolarObject[]
>

/** A token's scopes, by Polar's names: `orders:read`. */
export type PolarKeys = Record<string, readonly string[]>

export interface FakePolar extends FakeApi {
  /** May change while it is read. */
  readonly account: PolarAccount
  readonly keys: PolarKeys
}

const sortings: Record<keyof PolarAccount, readonly string[]> = {
  ...{ orders: ['created_at'], refunds: ['created_at'], disputes: ['created_at'] },
  subscriptions: ['started_at'],
}

/**
 * Polar's API according to its documentation, as far as it is read here: tokens and their scopes, which are checked
 * before the object, lists with `sorting`, `order_id`, numbered pages and a slash at the end, and single objects.
 */
export async function startPolar(account: PolarAccount): Promise<FakePolar> {
  const polar = { account, keys: {} as PolarKeys }
  return Object.assign(await startFakeApi((request) => answer(polar, request)), polar)
}

function answer(
  { account, keys }: Pick<FakePolar, 'account' | 'keys'>,
  { method, path, query, headers }: ApiRequest,
): ApiAnswer {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  // This one quotes the token, so that a leak would be noticed.
  const refuse = (status: number, error: string) => ({
    status,
    body: { error, detail: `the token ${token} may not` },
  })
  const scopes = keys[token]
  if (scopes === undefined) return refuse(401, 'invalid_token')
  const [, , name = '', ...rest] = path.split('/')
  if (rest.length === 0) return { status: 307, headers: { location: `${path}/` }, body: {} }
  const may = method === 'GET' ? 'read' : 'write'
  if (!scopes.includes(`${name}:${may}`)) return refuse(403, 'insufficient_scope')
  const id = rest.at(-1) ?? ''
  const list = Object.hasOwn(account, name) ? account[name as keyof PolarAccount] : []
  if (id !== '') {
    const one = method === 'GET' ? list.find((candidate) => candidate.id === id) : undefined
    return one === undefined ? refuse(404, 'ResourceNotFound') : { status: 200, body: one }
  }
  if (method !== 'GET') return refuse(422, 'RequestValidationError')
  return pageOf(list, sortings[name as keyof PolarAccount], query) ?? refuse(422, 'invalid')
}

function pageOf(
  list: readonly PolarObject[],
  sortable: readonly string[] = ['created_at'],
  query: URLSearchParams,
): ApiAnswer | undefined {
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
  const field = (query.get('sorting') ?? '-created_at').replace(/^-/, '')
  const isKnown = sortable.includes(field) || !query.has('sorting')
  if (!isKnown || !(page >= 1 && limit >= 1 && limit <= 100)) return undefined
  const order = query.get('order_id')
  const matching = list.filter((one) => order === null || one.order_id === order)
  // As in Postgres, objects without a time come first.
  const at = (one: PolarObject) => String(one[field] ?? '9')
  const sorted = matching.toSorted((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0))
  const pagination = { total_count: sorted.length, max_page: Math.ceil(sorted.length / limit) }
  const items = sorted.slice((page - 1) * limit, page * limit)
  return { status: 200, body: { items, pagination } }
}
