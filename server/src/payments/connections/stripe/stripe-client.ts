import type Stripe from 'stripe'
import { apiErrorOf } from '../api-error-of.ts'
import { ProviderApiError } from '../provider-api.ts'

const timeoutMs = 20_000

/** Where Stripe's API is. */
interface StripePlace {
  host: string
  port: number
  protocol: 'http' | 'https'
}

/** Stripe's own client for one key, loaded on first use. It does not retry; its callers do. */
export async function stripeClient(key: string, apiUrl: string | undefined): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  return new Client(key, {
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

/** The error of a request, in our words: messages of Stripe's errors may quote parts of the key. */
export function stripeError(error: unknown, what: string): ProviderApiError {
  if (!isStripeError(error)) return new ProviderApiError('unavailable', `${what}: no usable answer`)
  const { statusCode = 0, code } = error
  const answered = { status: statusCode, retryAfter: error.headers?.['retry-after'], code }
  return apiErrorOf(what, answered)
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Error && String((error as { type?: unknown }).type).startsWith('Stripe')
}
