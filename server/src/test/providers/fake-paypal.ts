import { dayMs } from '../../time/durations.ts'
import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'

/** A line of an account's history in PayPal's Transaction Search. */
export interface PaypalTransaction {
  transaction_info: {
    transaction_id: string
    transaction_initiation_date: string
    transaction_event_code: string
    transaction_status: string
    paypal_reference_id?: string
    [field: string]: unknown
  }
  payer_info: object
}

/** An app's permissions, by its client ID and secret with a colon between. */
export type PaypalApps = Record<string, readonly ('search' | 'captures' | 'subscriptions')[]>

export interface FakePaypal extends FakeApi {
  readonly history: PaypalTransaction[]
  /** With their plans, which lists do not show. */
  readonly subscriptions: { id: string; [field: string]: unknown }[]
  readonly apps: PaypalApps
  /** How long transactions take to appear, if they take any time. */
  refreshedMs: (() => number) | undefined
  /** The most that is answered at once. */
  mostAtOnce: number
}

/**
 * PayPal's REST API according to its documentation, as far as it is read here: tokens, the history in spans of at
 * most 31 days with `transaction_id`, `page_size` and `page`, captures, subscriptions, and errors in its form.
 */
export async function startPaypal(history: PaypalTransaction[]): Promise<FakePaypal> {
  const lists = { history, subscriptions: [] }
  const paypal = { ...lists, apps: {} as PaypalApps, refreshedMs: undefined, mostAtOnce: 10_000 }
  const api = await startFakeApi((request) => answer(fake, request))
  const fake: FakePaypal = Object.assign(api, paypal)
  return fake
}

function answer(
  paypal: Omit<FakePaypal, keyof FakeApi>,
  { path, query, headers }: ApiRequest,
): ApiAnswer {
  const { authorization = '' } = headers
  const refuse = (status: number, name: string) => ({
    // This message quotes the token.
    ...{ status, body: { name, message: authorization, debug_id: '1' } },
  })
  if (path === '/v1/oauth2/token') {
    const app = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
    if (paypal.apps[app] === undefined) {
      return { status: 401, body: { error: 'invalid_client', error_description: app } }
    }
    return { status: 200, body: { access_token: `token of ${app}`, expires_in: 32_400 } }
  }
  const permissions = paypal.apps[authorization.replace('Bearer token of ', '')]
  if (permissions === undefined) return refuse(401, 'AUTHENTICATION_FAILURE')
  if (path.startsWith('/v1/billing/subscriptions')) {
    if (!permissions.includes('subscriptions')) return refuse(403, 'NOT_AUTHORIZED')
    return subscribed(paypal, path, query) ?? refuse(404, 'RESOURCE_NOT_FOUND')
  }
  const [, id] = /^\/v2\/payments\/captures\/(\w+)$/.exec(path) ?? []
  const isSearch = path === '/v1/reporting/transactions'
  if (!permissions.includes(isSearch ? 'search' : 'captures')) return refuse(403, 'NOT_AUTHORIZED')
  if (isSearch) return searched(paypal, query) ?? refuse(400, 'INVALID_REQUEST')
  const capture = paypal.history.find(({ transaction_info: info }) => info.transaction_id === id)
  if (capture === undefined) return refuse(404, 'RESOURCE_NOT_FOUND')
  const isTouched = paypal.history.some(
    ({ transaction_info: info }) =>
      info.paypal_reference_id === id && info.paypal_reference_id_type === 'TXN',
  )
  const { transaction_initiation_date: create_time } = capture.transaction_info
  const status = isTouched ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
  return { status: 200, body: { id, status, create_time } }
}

/** One with its plan if requested, or a page of at most 20. */
function subscribed(
  { subscriptions }: Pick<FakePaypal, 'subscriptions'>,
  path: string,
  query: URLSearchParams,
): ApiAnswer | undefined {
  const shown = ({ plan, ...rest }: (typeof subscriptions)[0]) =>
    query.get('fields') === 'plan' ? { ...rest, plan } : rest
  const id = path.split('/')[4]
  const one = subscriptions.find((candidate) => candidate.id === id)
  if (id !== undefined) return one && { status: 200, body: shown(one) }
  const [size, page] = [Number(query.get('page_size') ?? 10), Number(query.get('page') ?? 1)]
  if (size < 1 || size > 20 || page < 1) return { status: 400, body: { name: 'INVALID_REQUEST' } }
  const some = subscriptions.slice((page - 1) * size, page * size)
  return { status: 200, body: { subscriptions: some.map(shown) } }
}

function searched(
  { history, refreshedMs, mostAtOnce }: Pick<FakePaypal, 'history' | 'refreshedMs' | 'mostAtOnce'>,
  query: URLSearchParams,
): ApiAnswer | undefined {
  const [since, until] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
  const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
  if (since === undefined || until === undefined || !(until > since)) return undefined
  if (until - since > 31 * dayMs || size < 1 || size > 500 || page < 1) return undefined
  const knownUntil = Math.min(until, refreshedMs?.() ?? until)
  const id = query.get('transaction_id')
  const fields = query.get('fields')?.split(',') ?? ['transaction_info']
  const matching = history
    .filter(({ transaction_info: { transaction_initiation_date: at } }) => {
      const ms = Date.parse(at)
      return ms >= since && ms <= knownUntil
    })
    .filter(({ transaction_info: info }) => id === null || info.transaction_id === id)
    .toSorted(
      (a, b) =>
        Date.parse(a.transaction_info.transaction_initiation_date) -
        Date.parse(b.transaction_info.transaction_initiation_date),
    )
  if (matching.length > mostAtOnce) {
    return { status: 400, body: { name: 'RESULTSET_TOO_LARGE', message: 'Change the filter' } }
  }
  const shown = matching.slice((page - 1) * size, page * size)
  return {
    status: 200,
    body: {
      transaction_details: shown.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name))),
      ),
      ...(refreshedMs && { last_refreshed_datetime: paypalTime(refreshedMs()) }),
      ...{ page, total_items: matching.length, total_pages: Math.ceil(matching.length / size) },
    },
  }
}

/** In the account's own zone, in PayPal's notation: without a colon in the offset. */
export function paypalTime(ms: number): string {
  const local = new Date(ms + 2 * 3_600_000).toISOString().slice(0, 19)
  return `${local}+0200`
}
