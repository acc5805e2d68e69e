import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OutsideAnswer, RequestOutside } from '../../outside/request-outside.ts'
import type { Outside, PaypalApp } from '../providers/provider.ts'
import { type Fields, need, textOf } from '../providers/wire/fields.ts'
import { parseJsonObject } from '../providers/wire/json-text.ts'

const timeoutMs = 3000
/** An event is at most as long as a delivery; PayPal's API may indent it. */
const longestEvent = 2 * 1024 * 1024
const longestToken = 64 * 1024
/** A token is not used in its last minute, so that it does not expire on the way. */
const marginSeconds = 60
const longestTokenSeconds = 24 * 60 * 60

/**
 * Looks up webhook events in PayPal's REST API. Access tokens are cached until they expire, in memory
 * only. Whatever is neither an event nor a 404 is an error, whose message holds no credentials.
 */
export function paypalEvents(
  request: RequestOutside,
  apiUrl: string | undefined,
): Outside['findPaypalEvent'] {
  const tokens = new LRUCache<string, string>({ max: 100, ttlAutopurge: false })

  const tokenOf = async (api: string, app: PaypalApp, cacheKey: string) => {
    const known = tokens.get(cacheKey)
    if (known !== undefined) return known
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
    const seconds = Math.min(Number(fields.expires_in) - marginSeconds, longestTokenSeconds)
    if (seconds > 0) tokens.set(cacheKey, token, { ttl: seconds * 1000 })
    return token
  }

  return async (eventId, app) => {
    // An id becomes part of an address, so the format is strict.
    if (!/^[A-Za-z0-9-]{1,50}$/.test(eventId)) return undefined
    const sandbox = app.isSandbox ? '.sandbox' : ''
    const api = apiUrl ?? `https://api-m${sandbox}.paypal.com`
    const cacheKey = createHash('sha256')
      .update(JSON.stringify([api, app.clientId, app.clientSecret]))
      .digest('hex')
    const token = await tokenOf(api, app, cacheKey)
    const answer = await request(`${api}/v1/notifications/webhooks-events/${eventId}`, {
      headers: { authorization: `Bearer ${token}` },
      timeoutMs,
      longestAnswer: longestEvent,
    })
    if (answer.status === 404) return undefined
    // The token may have been revoked: the next delivery gets a new one.
    if (answer.status === 401) tokens.delete(cacheKey)
    if (answer.status !== 200) throw new Error(`PayPal's API answered ${answer.status}`)
    return fieldsIn(answer)
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
