import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** An object as Stripe's API answers it: what is expanded only on request lies in `expandable`. */
export interface StripeObject {
  id: string
  object: string
  created: number
  [field: string]: unknown
}

export type StripeAccount = Record<string, StripeObject[]>

/** What a key may do; a path that is listed in `cannotRead` is answered 403. */
export interface FakeStripeKey {
  mayWrite?: readonly string[]
  cannotRead?: readonly string[]
  isRevoked?: boolean
}

/** Another answer than the right one. */
export type Fault = 'cut' | { status: number; headers?: Record<string, string>; body?: object }

export interface FakeStripe {
  readonly url: string
  /** Lists by their paths, such as `/v1/charges`; may change while it is read. */
  readonly account: StripeAccount
  readonly keys: Record<string, FakeStripeKey>
  /** Every request that came: its method, path and query. */
  readonly requests: string[]
  /** Asked before each answer; undefined: the right one. */
  onRequest: (path: string, query: URLSearchParams) => Fault | undefined
  /** What Stripe's clock says, milliseconds since 1970; undefined: its answers do not say. */
  nowMs: (() => number) | undefined
  /** What happens while a request is on its way. */
  beforeAnswer: (path: string) => Promise<void>
  close(): Promise<void>
}

/**
 * Stripe's API as its documents say, as far as it is read here: keys and their permissions, lists with the latest
 * first, `limit`, `starting_after`, `created`, `status`, `types` and `expand`, and errors in its form.
 */
export async function startStripe(
  account: StripeAccount,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<FakeStripe> {
  const fake = {
    account,
    keys: {},
    requests: [],
    onRequest: () => undefined,
    nowMs: undefined,
    beforeAnswer: async () => undefined,
  } as Omit<FakeStripe, 'url' | 'close'>
  const server = createServer(async (request, response) => {
    request.resume()
    if (delayMs > 0) await setTimeout(delayMs)
    await fake.beforeAnswer(new URL(request.url ?? '/', 'http://stripe.example').pathname)
    answer(fake, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function answer(
  fake: Omit<FakeStripe, 'url' | 'close'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname: path, searchParams: query } = new URL(
    request.url ?? '/',
    'http://stripe.example',
  )
  fake.requests.push(`${request.method} ${path}?${query}`)
  response.sendDate = false
  if (fake.nowMs !== undefined) response.setHeader('date', new Date(fake.nowMs()).toUTCString())
  const reply = (status: number, body: object, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  const refuse = (status: number, type: string, more: object) =>
    reply(status, { error: { type, ...more } })
  const fault = fake.onRequest(path, query)
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"object":"list","data":[')
    response.destroy()
    return
  }
  if (fault !== undefined)
    return void reply(
      fault.status,
      fault.body ?? { error: { type: 'api_error', message: 'no' } },
      fault.headers,
    )
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  const key = fake.keys[token]
  // As Stripe's own messages do, this one quotes the key.
  if (key === undefined || key.isRevoked)
    return void refuse(401, 'invalid_request_error', {
      message: `Invalid API Key provided: ${token}`,
    })
  const place = path.replace(/\/tributary_[a-z_]+$/, '')
  const isWriting = request.method !== 'GET'
  const isAllowed = isWriting ? key.mayWrite?.includes(place) : !key.cannotRead?.includes(path)
  if (!isAllowed)
    return void refuse(403, 'invalid_request_error', {
      code: 'more_permissions_required',
      message: `The key ${token} may not`,
    })
  if (isWriting)
    return void refuse(404, 'invalid_request_error', {
      code: 'resource_missing',
      message: 'No such object',
    })
  const one = path.match(/^(.+)\/([a-z]+_[^/]+)$/)
  if (one !== null) {
    const [, list = '', id] = one
    const object = fake.account[list]?.find((candidate) => candidate.id === id)
    if (object !== undefined) return void reply(200, shown(object, expandedOf(query, '')))
  }
  const page = pageOf(fake.account[path] ?? [], query)
  if (page === undefined)
    return void refuse(400, 'invalid_request_error', {
      code: 'resource_missing',
      message: 'No such object',
    })
  reply(200, { object: 'list', url: path, ...page })
}

function pageOf(list: readonly StripeObject[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 10)
  if (limit < 1 || limit > 100) return undefined
  const types = [...query].filter(([name]) => name.startsWith('types[')).map(([, value]) => value)
  const status = query.get('status')
  const matching = list
    .filter(({ created }) => created >= Number(query.get('created[gte]') ?? 0))
    .filter(({ created }) => created < Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER))
    .filter((one) => types.length === 0 || types.includes(String(one.type)))
    .filter((one) => status === null || status === 'all' || one.status === status)
    .filter((one) => ['charge', 'payment_intent'].every((name) => isOf(one, name, query.get(name))))
    .filter((one) => isOf(one, 'payment.payment_intent', query.get('payment[payment_intent]')))
  // As Stripe's lists are, in descending order of time.
  const sorted = matching.toSorted((a, b) => b.created - a.created)
  const after = query.get('starting_after')
  const place = after === null ? -1 : sorted.findIndex(({ id }) => id === after)
  if (after !== null && place === -1) return undefined
  const expanded = expandedOf(query, 'data.')
  const data = sorted.slice(place + 1, place + 1 + limit).map((one) => shown(one, expanded))
  return { data, has_more: place + 1 + limit < sorted.length }
}

/** Whether a field has the id that is asked for, also where the object holds another one whole. */
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

/** What a request wants whole: `expand[]`, in lists with `data.` before each name. */
function expandedOf(query: URLSearchParams, before: string): string[] {
  return [...query]
    .filter(([name, value]) => name.startsWith('expand[') && value.startsWith(before))
    .map(([, value]) => value.slice(before.length))
}

/** Objects in the object are answered by their ids, or not at all, unless they are asked for. */
function shown({ expandable = {}, ...object }: StripeObject, expanded: readonly string[]): object {
  const parts = Object.entries(expandable as Record<string, unknown>).flatMap(([name, part]) => {
    if (expanded.includes(name)) return [[name, part]]
    const id = (part as { id?: string } | null)?.id
    return id === undefined ? [] : [[name, id]]
  })
  return { ...object, ...Object.fromEntries(parts) }
}
