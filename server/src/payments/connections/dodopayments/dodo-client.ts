import type DodoPayments from 'dodopayments'
import { type Fields, fieldsOf, needList } from '../../providers/wire/fields.ts'
import { apiErrorOf } from '../api-error-of.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import type { ListPage, ListQuestion } from '../lists-api.ts'
import { ProviderApiError } from '../provider-api.ts'

const timeoutMs = 20_000

/** Dodo Payments' own client for one key. It retries and logs nothing, and reads no environment. */
export async function dodoClient(key: string, apiUrl: string): Promise<DodoPayments> {
  const { default: Client } = await import('dodopayments')
  return new Client({
    bearerToken: key,
    baseURL: apiUrl,
    webhookKey: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: boundedFetch,
  })
}

/** The error of a request, in our words. */
export function dodoError(error: unknown, what: string): ProviderApiError {
  const { status, headers } = (error ?? {}) as { status?: unknown; headers?: unknown }
  if (typeof status !== 'number') {
    return new ProviderApiError('unavailable', `${what}: no usable answer`)
  }
  const retryAfter = headers instanceof Headers ? headers.get('retry-after') : null
  return apiErrorOf(what, { status, retryAfter })
}

/** The most that Dodo Payments returns at once. */
const pageSize = 100

/** The lists that are read. */
type DodoList = '/payments' | '/subscriptions' | '/refunds' | '/disputes' | '/balances/ledger'

/**
 * The objects of a list, and the answer. Throws if it has no list: the client's own methods take such an answer for
 * an empty list.
 */
async function askDodo(
  client: DodoPayments,
  list: DodoList,
  query: Readonly<Record<string, string | number>>,
): Promise<{ items: readonly Fields[]; response: Response }> {
  const { data, response } = await client.get(list, { query }).withResponse()
  return { items: needList(fieldsOf(data).items, 'items').map(fieldsOf), response }
}

/**
 * A page of a list by when its objects were made. Pages are numbered, and the documentation does not say whether
 * from 0 or 1: reading starts at 0 and ends with the first page that is not full, which skips nothing either way.
 */
export async function dodoPage(
  client: DodoPayments,
  list: DodoList,
  { token, ...span }: ListQuestion,
): Promise<ListPage> {
  const page = Number(token ?? 0)
  const untilMs = 'untilMs' in span ? span.untilMs : Date.now()
  const { items, response } = await askDodo(client, list, {
    created_at_gte: new Date(span.sinceMs).toISOString(),
    // Inclusive, unlike a span.
    created_at_lte: new Date(untilMs - 1).toISOString(),
    page_size: pageSize,
    page_number: page,
  })
  const saidMs = Date.parse(response.headers.get('date') ?? '')
  return {
    objects: items,
    next: items.length < pageSize ? null : String(page + 1),
    answeredMs: Number.isNaN(saidMs) ? undefined : saidMs,
  }
}

/** The entries of the balance ledger about one object. */
export async function entriesAbout(client: DodoPayments, id: string): Promise<readonly Fields[]> {
  const query = { reference_object_id: id, page_size: pageSize }
  return (await askDodo(client, '/balances/ledger', query)).items
}
