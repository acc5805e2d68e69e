import { LRUCache } from 'lru-cache'
import type { RequestOutside } from '../../../outside/request-outside.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  need,
  textOf,
  wholeOf,
} from '../../providers/wire/fields.ts'
import { openTokenCache, type TokenCache, tokenCacheKey } from '../../token-cache.ts'
import type { ListPage } from '../lists-api.ts'
import { type Credentials, ProviderApiError } from '../provider-api.ts'
import { type JsonAnswer, RefusedRequest, requestJson } from '../request-json.ts'

/**
 * A version of Shopify's GraphQL Admin API is served for a year; after that the oldest one answers in its place.
 */
const version = '2026-07'

/** An app's secret is exchanged for tokens that live for a day; tokens of older apps are keys themselves. */
export const secretPrefix = 'shpss_'

export const shopDomainPattern = /^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/

export interface ShopifyAnswer {
  data: Fields
  answeredMs: number | undefined
}

/** One shop's GraphQL Admin API. */
export interface ShopifyClient {
  /** Throws a `RefusedRequest` or a `ProviderApiError`. */
  ask(query: string, variables?: object): Promise<ShopifyAnswer>
  /**
   * Like `ask`, for a page that needs several requests: if one of `more` fails, the next attempt reuses the page that
   * `pageOf` read from the first answer. Only for lists that are read again later anyway.
   */
  askOnce(
    query: string,
    variables: object,
    pageOf: (answer: ShopifyAnswer) => ListPage,
    more: (page: ListPage) => Promise<ListPage>,
  ): Promise<ListPage>
}

/** State shared by the clients of all shops. `apiUrl` replaces the address of every shop. */
export interface ShopifyPlace {
  request: RequestOutside
  apiUrl: string | undefined
  tokens: TokenCache
  /** Pages that are not complete. */
  pages: LRUCache<string, ListPage>
}

export function shopifyPlace(request: RequestOutside, apiUrl: string | undefined): ShopifyPlace {
  const pages = new LRUCache<string, ListPage>({ max: 20, ttl: pagesMs })
  return { request, apiUrl, tokens: openTokenCache(), pages }
}

/** The longest wait between two attempts, and some more. */
const pagesMs = 30 * 60_000

export async function openShopify(
  place: ShopifyPlace,
  { key, details }: Credentials,
): Promise<ShopifyClient> {
  const { request, tokens, pages } = place
  const shop = details.shopDomain ?? ''
  // It becomes part of an address, so the format is strict.
  if (!shopDomainPattern.test(shop)) throw new ProviderApiError('unexpected', 'no shop domain')
  const base = place.apiUrl ?? `https://${shop}`
  const isSecret = key.startsWith(secretPrefix)
  const cacheKey = tokenCacheKey(base, shop, details.clientId ?? '', key)
  const token = isSecret
    ? await tokens.get(cacheKey, () => exchange(request, base, { key, details }))
    : key
  const client: ShopifyClient = {
    async askOnce(query, variables, pageOf, more) {
      const name = tokenCacheKey(cacheKey, query, JSON.stringify(variables))
      const page = pages.get(name) ?? pageOf(await client.ask(query, variables))
      pages.set(name, page)
      const done = await more(page)
      pages.delete(name)
      return done
    },
    async ask(query, variables = {}) {
      const answer = await requestJson(request, `${base}/admin/api/${version}/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query, variables }),
      }).catch((error: unknown) => {
        // The token may have been revoked: the next request gets a new one.
        if (error instanceof RefusedRequest && error.answer.status === 401) tokens.delete(cacheKey)
        throw error
      })
      return dataOf(answer)
    },
  }
  return client
}

async function exchange(request: RequestOutside, base: string, { key, details }: Credentials) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: details.clientId ?? '',
    client_secret: key,
  })
  const { body } = await requestJson(request, `${base}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(form),
  }).catch((error: unknown) => {
    // Shopify answers 400 if the secret is wrong, or the app is not installed in the shop.
    const isRefused = error instanceof RefusedRequest && error.answer.status === 400
    throw isRefused ? new RefusedRequest({ status: 401 }) : error
  })
  const { access_token, expires_in } = fieldsOf(body)
  return { token: need(textOf(access_token), 'access token'), seconds: wholeOf(expires_in) ?? 0 }
}

/** Optional fields that some plans and apps may not read. */
const optionalFields = ['email', 'customer']

function dataOf({ body, answeredMs }: JsonAnswer): ShopifyAnswer {
  const { data, errors, extensions } = fieldsOf(body)
  const [error] = listOf(errors)
    .map(fieldsOf)
    .filter(({ path }) => !optionalFields.includes(String(listOf(path).at(-1))))
  if (error === undefined && typeof data === 'object') return { data: fieldsOf(data), answeredMs }
  const code = textOf(fieldsOf(error?.extensions).code) ?? ''
  if (code === 'THROTTLED') {
    throw new ProviderApiError('rate-limited', 'throttled', restoredInMs(fieldsOf(extensions)))
  }
  if (code === 'ACCESS_DENIED') throw new ProviderApiError('not-permitted', 'access denied')
  if (code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT') {
    throw new ProviderApiError('unavailable', code.toLowerCase())
  }
  const named = /^[A-Za-z_]{1,60}$/.test(code) ? code.toLowerCase() : 'errors'
  throw new ProviderApiError('unexpected', `Shopify answered ${named}`)
}

/** When enough query cost will be available again, given what Shopify restores each second. */
function restoredInMs({ cost }: Fields): number | null {
  const { requestedQueryCost, throttleStatus } = fieldsOf(cost)
  const { currentlyAvailable, restoreRate } = fieldsOf(throttleStatus)
  const lacking = Number(requestedQueryCost) - Number(currentlyAvailable)
  const ms = Math.ceil((lacking / Number(restoreRate)) * 1000)
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
