import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** An object in Paddle's API. */
export interface PaddleObject {
  id: string
  status: string
  created_at: string
  updated_at: string
  [field: string]: unknown
}

type ListName = 'transactions' | 'adjustments' | 'subscriptions'

export type PaddleAccount = Record<ListName, PaddleObject[]>

/** A key's permissions, by Paddle's names: `transaction.read`. */
export type PaddleKeys = Record<string, readonly string[]>

export interface FakePaddle extends FakeApi {
  /** May change while it is read. */
  readonly account: PaddleAccount
  readonly keys: PaddleKeys
}

const mostPerPage: Record<ListName, number> = {
  ...{ transactions: 30, adjustments: 50, subscriptions: 200 },
}
/** These lists can be filtered by a span of time. */
const times: Record<ListName, readonly string[]> = {
  ...{
    transactions: ['created_at', 'updated_at', 'billed_at'],
    adjustments: [],
    subscriptions: [],
  },
}

/**
 * Paddle's API according to its documentation, as far as it is read here: keys and their permissions, which are
 * checked before the object, lists with `id`, `status`, `transaction_id`, times, `order_by`, `per_page` and `after`.
 */
export async function startPaddle(
  account: PaddleAccount,
  options: { delayMs?: number } = {},
): Promise<FakePaddle> {
  const paddle = { account, keys: {} as PaddleKeys }
  return Object.assign(await startFakeApi((request) => answer(paddle, request), options), paddle)
}

function answer(
  { account, keys }: Pick<FakePaddle, 'account' | 'keys'>,
  { method, path, query, headers }: ApiRequest,
): ApiAnswer {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  // Like Paddle's, errors have a code; this one quotes the key.
  const refuse = (status: number, code: string) => ({
    status,
    body: { error: { type: 'request_error', code, detail: `the key ${token} may not` } },
  })
  const permissions = keys[token]
  if (permissions === undefined) return refuse(403, 'invalid_token')
  const [, list = '', id] = path.split('/')
  const entity = list.replace(/s$/, '').replace('-', '_')
  const needed = `${entity}.${method === 'GET' ? 'read' : 'write'}`
  if (!permissions.includes(needed)) return refuse(403, 'forbidden')
  if (id !== undefined) return refuse(404, 'not_found')
  if (method !== 'GET') return refuse(400, 'bad_request')
  if (!isListName(list)) {
    return { status: 200, body: { data: [], meta: { pagination: { has_more: false } } } }
  }
  return pageOf(list, account[list], query) ?? refuse(400, 'invalid_field')
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(mostPerPage, name)
}

function pageOf(
  name: ListName,
  list: readonly PaddleObject[],
  query: URLSearchParams,
): ApiAnswer | undefined {
  const size = Math.min(Number(query.get('per_page') ?? mostPerPage[name]), mostPerPage[name])
  const [, by = '', direction] =
    /^(\w+)\[(ASC|DESC)\]$/.exec(query.get('order_by') ?? 'id[DESC]') ?? []
  if (by !== 'id' && !times[name].includes(by)) return undefined
  const isOf = (one: PaddleObject, field: string) => {
    const given = query.get(field)?.split(',')
    return given === undefined || given.includes(String(one[field]))
  }
  const spans = [...query].flatMap(([key, value]) => {
    const [, field, how] = /^(\w+)\[(GTE|LT)\]$/.exec(key) ?? []
    return field === undefined ? [] : [{ field, how, value }]
  })
  if (spans.some(({ field }) => !times[name].includes(field))) return undefined
  const isInSpans = (one: PaddleObject) =>
    spans.every(({ field, how, value }) =>
      how === 'GTE' ? String(one[field]) >= value : String(one[field]) < value,
    )
  const sign = direction === 'ASC' ? 1 : -1
  const before = (a: PaddleObject, b: PaddleObject) =>
    String(a[by]) === String(b[by])
      ? a.id < b.id
        ? -1
        : 1
      : String(a[by]) < String(b[by])
        ? -1
        : 1
  const sorted = list
    .filter((one) => ['id', 'status', 'transaction_id'].every((field) => isOf(one, field)))
    .filter(isInSpans)
    .toSorted((a, b) => sign * before(a, b))
  const after = query.get('after')
  const last = list.find(({ id }) => id === after)
  if (after !== null && last === undefined) return undefined
  const rest = last === undefined ? sorted : sorted.filter((one) => sign * before(one, last) > 0)
  const data = rest.slice(0, size)
  const next = `https://api.paddle.example/${name}?after=${data.at(-1)?.id}`
  const pagination = { per_page: size, next, has_more: rest.length > size, estimated_total: 0 }
  return { status: 200, body: { data, meta: { request_id: 'req_1', pagination } } }
}
