import type DodoPayments from 'dodopayments'
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

interface DodoQuery {
  created_at_gte: string
  created_at_lte: string
  page_size: number
  page_number: number
}

interface Answering {
  withResponse(): Promise<{ data: { items: object[] }; response: Response }>
}

/**
 * A page of a list by when its objects were made. Pages are numbered, and the documentation does not say whether
 * from 0 or 1: reading starts at 0 and ends with the first page that is not full, which skips nothing either way.
 */
export async function dodoPage(
  { token, ...span }: ListQuestion,
  ask: (query: DodoQuery) => Answering,
): Promise<ListPage> {
  const page = Number(token ?? 0)
  const untilMs = 'untilMs' in span ? span.untilMs : Date.now()
  const { data, response } = await ask({
    created_at_gte: new Date(span.sinceMs).toISOString(),
    // Inclusive, unlike a span.
    created_at_lte: new Date(untilMs - 1).toISOString(),
    page_size: pageSize,
    page_number: page,
  }).withResponse()
  const saidMs = Date.parse(response.headers.get('date') ?? '')
  return {
    objects: data.items,
    next: data.items.length < pageSize ? null : String(page + 1),
    answeredMs: Number.isNaN(saidMs) ? undefined : saidMs,
  }
}
