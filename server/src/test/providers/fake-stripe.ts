import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** An object in Stripe's API: fields that are only expanded on request are in `expandable`. */
export interface StripeObject {
  id: string
  object: string
  created: number
  [field: string]: unknown
}

export type StripeAccount = Record<string, StripeObject[]>

/** The permissions of a key; a path listed in `cannotRead` is answered with 403. */
export interface FakeStripeKey {
  mayWrite?: readonly string[]
  cannotRead?: readonly string[]
  isRevoked?: boolean
}

export interface FakeStripe extends FakeApi {
  /** Lists by their paths, such as `/v1/charges`; may change while it is read. */
  readonly account: StripeAccount
  readonly keys: Record<string, FakeStripeKey>
}

/**
 * Stripe's API according to its documentation, as far as it is read here: keys and their permissions, lists with the
 * latest first, `limit`, `starting_after`, `created`, `status`, `types` (20 at most) and `expand`, and errors in its
 * form.
 */
export async function startStripe(
  account: StripeAccount,
  options: { delayMs?: number } = {},
): Promise<FakeStripe> {
  const stripe = { account, keys: {} as Record<string, FakeStripeKey> }
  return Object.assign(await startFakeApi((request) => answer(stripe, request), options), stripe)
}

function answer(
  { account, keys }: Pick<FakeStripe, 'account' | 'keys'>,
  { method, path, query, headers }: ApiRequest,
): ApiAnswer {
  const refuse = (status: number, more: object) => ({
    status,
    body: { error: { type: 'invalid_request_error', ...more } },
  })
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const key = keys[token]
  // Like Stripe's own messages, this one quotes the key.
  if (key === undefined || key.isRevoked)
    return refuse(401, { message: `Invalid API Key provided: ${token}` })
  const place = path.replace(/\/tributary_[a-z_]+$/, '')
  const isWriting = method !== 'GET'
  const isAllowed = isWriting ? key.mayWrite?.includes(place) : !key.cannotRead?.includes(path)
  if (!isAllowed)
    return refuse(403, {
      code: 'more_permissions_required',
      message: `The key ${token} may not`,
    })
  const missing = { code: 'resource_missing', message: 'No such object' }
  if (isWriting) return refuse(404, missing)
  const one = path.match(/^(.+)\/([a-z]+_[^/]+)$/)
  if (one !== null) {
    const [, list = '', id] = one
    const object = account[list]?.find((candidate) => candidate.id === id)
    if (object !== undefined) return { status: 200, body: shown(object, expandedOf(query, '')) }
  }
  const page = pageOf(account[path] ?? [], query)
  if (page === undefined) return refuse(400, missing)
  return { status: 200, body: { object: 'list', url: path, ...page } }
}

function pageOf(list: readonly StripeObject[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 10)
  if (limit < 1 || limit > 100) return undefined
  const types = [...query].filter(([name]) => name.startsWith('types[')).map(([, value]) => value)
  if (types.length > 20) return undefined
  const status = query.get('status')
  const matching = list
    .filter(({ created }) => created >= Number(query.get('created[gte]') ?? 0))
    .filter(({ created }) => created < Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER))
    .filter((one) => types.length === 0 || types.includes(String(one.type)))
    .filter((one) => status === null || status === 'all' || one.status === status)
    .filter((one) => ['charge', 'payment_intent'].every((name) => isOf(one, name, query.get(name))))
    .filter((one) => isOf(one, 'payment.payment_intent', query.get('payment[payment_intent]')))
  // Like Stripe's lists, in descending order of time.
  const sorted = matching.toSorted((a, b) => b.created - a.created)
  const after = query.get('starting_after')
  const place = after === null ? -1 : sorted.findIndex(({ id }) => id === after)
  if (after !== null && place === -1) return undefined
  const expanded = expandedOf(query, 'data.')
  const data = sorted.slice(place + 1, place + 1 + limit).map((one) => shown(one, expanded))
  return { data, has_more: place + 1 + limit < sorted.length }
}

/** Whether a field has the requested id, also if the object contains the other one expanded. */
function isOf(object: StripeObject, name: string, id: string | null): boolean {
  if (id === null) return true
  const [first = '', ...rest] = name.split('.')
  const parts = (object.expandable ?? {}) as Record<string, unknown>
  const value = rest.reduce<unknown>(
    (inner, part) => (inner as Record<string, unknown> | undefined)?.[part],
    object[first] ?? parts[first],
  )
  return value === id || (value as { id?: string } | undefined)?.id === id
}

/** The fields that a request expands: `expand[]`, in lists with `data.` before each name. */
function expandedOf(query: URLSearchParams, before: string): string[] {
  return [...query]
    .filter(([name, value]) => name.startsWith('expand[') && value.startsWith(before))
    .map(([, value]) => value.slice(before.length))
}

/** Nested objects are answered by their ids, or not at all, unless they are requested. */
function shown({ expandable = {}, ...object }: StripeObject, expanded: readonly string[]): object {
  const parts = Object.entries(expandable as Record<string, unknown>).flatMap(([name, part]) => {
    if (expanded.includes(name)) return [[name, part]]
    const id = (part as { id?: string } | null)?.id
    return id === undefined ? [] : [[name, id]]
  })
  return { ...object, ...Object.fromEntries(parts) }
}
