import type { OutsideAnswer, RequestOutside } from '../../outside/request-outside.ts'
import type { Outside, PaypalApp } from '../providers/provider.ts'
import { type Fields, need, textOf, wholeOf } from '../providers/wire/fields.ts'
import { parseJsonObject } from '../providers/wire/json-text.ts'
import { openTokenCache, tokenCacheKey } from '../token-cache.ts'

const timeoutMs = 3000
/** An event is at most as long as a delivery; PayPal's API may indent it. */
const longestEvent = 2 * 1024 * 1024
const longestToken = 64 * 1024

/**
 * Looks up webhook events in PayPal's REST API. Whatever is neither the event nor a 404 is an error, whose message
 * holds no credentials.
 */
export function paypalEvents(
  request: RequestOutside,
  apiUrl: string | undefined,
): Outside['findPaypalEvent'] {
  const tokens = openTokenCache()

  const signIn = async (api: string, app: PaypalApp) => {
    const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
    const answer = await request(`${api}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs,
      longestAnswer: longestToken,
    })
    if (answer.status !== 200) throw new Error(`PayPal's API answered ${answer.status} to sign-in`)
    const fields = fieldsIn(answer)
    const token = need(textOf(fields.access_token), 'access token')
    return { token, seconds: wholeOf(fields.expires_in) ?? 0 }
  }

  return async (eventId, app) => {
    // An id becomes part of an address, so the format is strict.
    if (!/^[A-Za-z0-9-]{1,50}$/.test(eventId)) return undefined
    const sandbox = app.isSandbox ? '.sandbox' : ''
    const api = apiUrl ?? `https://api-m${sandbox}.paypal.com`
    const cacheKey = tokenCacheKey(api, app.clientId, app.clientSecret)
    const token = await tokens.get(cacheKey, () => signIn(api, app))
    const answer = await request(`${api}/v1/notifications/webhooks-events/${eventId}`, {
      headers: { authorization: `Bearer ${token}` },
      timeoutMs,
      longestAnswer: longestEvent,
    })
    if (answer.status === 404) return undefined
    // The token may have been revoked: the next delivery gets a new one.
    if (answer.status === 401) tokens.delete(cacheKey)
    if (answer.status !== 200) throw new Error(`PayPal's API answered ${answer.status}`)
    const event = fieldsIn(answer)
    if (textOf(event.id) !== eventId) throw new Error("PayPal's API answered without the event")
    return event
  }
}

function fieldsIn({ text }: OutsideAnswer): Fields {
  try {
    return parseJsonObject(Buffer.from(text))
  } catch {
    // Without the cause: its message could quote the token. And the delivery is not at fault.
    throw new Error("PayPal's API did not answer a JSON object")
  }
}
