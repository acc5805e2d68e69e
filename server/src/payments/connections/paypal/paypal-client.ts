import type { RequestOutside } from '../../../outside/request-outside.ts'
import { fieldsOf, need, textOf, wholeOf } from '../../providers/wire/fields.ts'
import { type TokenCache, tokenCacheKey } from '../../token-cache.ts'
import type { Credentials } from '../provider-api.ts'
import { type JsonAnswer, RefusedRequest, requestJson } from '../request-json.ts'

/** State shared by the clients of all accounts. */
export interface PaypalPlace {
  request: RequestOutside
  apiUrl: string | undefined
  tokens: TokenCache
}

/** PayPal's REST API for one app. */
export interface PaypalClient {
  /** Throws a `RefusedRequest`. */
  ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<JsonAnswer>
}

export async function openPaypal(
  { request, apiUrl = 'https://api-m.paypal.com', tokens }: PaypalPlace,
  { key, details }: Credentials,
): Promise<PaypalClient> {
  const clientId = details.clientId ?? ''
  const cacheKey = tokenCacheKey(apiUrl, clientId, key)
  const token = await tokens.get(cacheKey, async () => {
    const basic = Buffer.from(`${clientId}:${key}`).toString('base64')
    const { body } = await requestJson(request, `${apiUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    const { access_token, expires_in } = fieldsOf(body)
    return { token: need(textOf(access_token), 'access token'), seconds: wholeOf(expires_in) ?? 0 }
  })
  return {
    async ask(path, query = {}) {
      const url = new URL(`${apiUrl}${path}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
      try {
        return await requestJson(request, url.href, {
          headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        })
      } catch (error) {
        // The token may have been revoked, or be older than a permission of the app: the next request gets a new
        // one.
        const status = error instanceof RefusedRequest ? error.answer.status : 0
        if (status === 401 || status === 403) tokens.delete(cacheKey)
        throw error
      }
    },
  }
}
