import Stripe from 'stripe'
import { ProviderApiError } from './provider-api.ts'

const timeoutMs = 20_000

/** Where Stripe's API is. */
interface StripePlace {
  host: string
  port: number
  protocol: 'http' | 'https'
}

/** Stripe's own client for one key. It repeats nothing by itself: who asks decides when to ask again. */
export function stripeClient(key: string, apiUrl: string | undefined): Stripe {
  return new Stripe(key, {
    ...(apiUrl !== undefined && placeOf(apiUrl)),
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    // Otherwise it writes an id of this machine into the home folder and reports response times.
    telemetry: false,
  })
}

function placeOf(apiUrl: string): StripePlace {
  const { hostname, port, protocol } = new URL(apiUrl)
  const isHttp = protocol === 'http:'
  return {
    host: hostname,
    port: Number(port) || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
  }
}

/** What became of a request, in our words: messages of Stripe's errors may quote parts of the key. */
export function stripeError(error: unknown, what: string): ProviderApiError {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new ProviderApiError('unavailable', `${what}: no usable answer`)
  }
  const { statusCode = 0, code } = error
  const waitMs = retryAfterMs(error.headers?.['retry-after'])
  if (statusCode === 401) return new ProviderApiError('key-refused', `${what}: 401`)
  if (statusCode === 403) return new ProviderApiError('not-permitted', `${what}: 403`)
  if (statusCode === 429) return new ProviderApiError('rate-limited', `${what}: 429`, waitMs)
  // Without a status the connection failed, or the answer was cut off.
  if (statusCode === 0 || statusCode === 409 || statusCode >= 500 || statusCode < 400) {
    const how = statusCode === 0 ? 'no answer' : String(statusCode)
    return new ProviderApiError('unavailable', `${what}: ${how}`, waitMs)
  }
  const named = /^[a-z_]{1,60}$/.test(code ?? '') ? ` ${code}` : ''
  return new ProviderApiError('unexpected', `${what}: ${statusCode}${named}`)
}

const longestWaitMs = 60 * 60_000

function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Number.NaN
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestWaitMs)
}
