import type Stripe from 'stripe'
import { KeyProblem, ProviderApiError } from '../provider-api.ts'
import { stripeClient, stripeError } from './stripe-client.ts'

/** The page of Stripe's dashboard where restricted keys are made. */
export const stripeKeyPage = 'https://dashboard.stripe.com/apikeys/create'

/** What is read, by the permission's name on that page. */
const reads: Readonly<Record<string, string>> = {
  'Balance transaction sources': '/v1/balance_transactions',
  'Charges and Refunds': '/v1/charges',
  'Checkout Sessions': '/v1/checkout/sessions',
  Disputes: '/v1/disputes',
  Events: '/v1/events',
  Invoices: '/v1/invoices',
  PaymentIntents: '/v1/payment_intents',
  Subscriptions: '/v1/subscriptions',
}

export const stripePermissions = Object.keys(reads)

/**
 * Attempts to change objects that do not exist, across the kinds of objects that a key may be allowed to write.
 * Stripe checks permissions first, so it answers 403 to a read-only key; any other answer means that the key may
 * write.
 */
const noId = 'tributary_asks_whether_this_key_may_write'
const writes: Readonly<Record<string, string>> = {
  'Charges and Refunds': `/v1/charges/${noId}`,
  'Checkout Sessions': `/v1/checkout/sessions/${noId}`,
  Customers: `/v1/customers/${noId}`,
  Disputes: `/v1/disputes/${noId}`,
  Invoices: `/v1/invoices/${noId}`,
  PaymentIntents: `/v1/payment_intents/${noId}`,
  PaymentMethods: `/v1/payment_methods/${noId}`,
  'Payment Links': `/v1/payment_links/${noId}`,
  Payouts: `/v1/payouts/${noId}`,
  Prices: `/v1/prices/${noId}`,
  Products: `/v1/products/${noId}`,
  SetupIntents: `/v1/setup_intents/${noId}`,
  Subscriptions: `/v1/subscriptions/${noId}`,
  Transfers: `/v1/transfers/${noId}`,
  'Webhook Endpoints': `/v1/webhook_endpoints/${noId}`,
}

const remedy = `Make a restricted key at ${stripeKeyPage} and set these to Read, and all others to None: ${stripePermissions.join(', ')}.`

/** Throws unless the key is one of live mode that may read all of `reads` and change nothing. */
export async function checkStripeKey(key: string, apiUrl: string | undefined): Promise<void> {
  checkKind(key)
  const stripe = await stripeClient(key, apiUrl)
  const statuses = (asked: Readonly<Record<string, string>>, method: 'GET' | 'POST') =>
    Promise.all(
      Object.entries(asked).map(async ([name, path]) => ({
        name,
        status: await statusOf(stripe, method, path),
      })),
    )
  const readable = await statuses(reads, 'GET')
  if (readable.some(({ status }) => status === 401)) {
    throw new KeyProblem(`Stripe does not accept this key: it was revoked or mistyped. ${remedy}`)
  }
  const missing = readable.filter(({ status }) => status !== 200).map(({ name }) => name)
  if (missing.length > 0) {
    throw new KeyProblem(
      `This key may not read ${missing.join(', ')}. Edit it in Stripe’s dashboard, or start over. ${remedy}`,
    )
  }
  const writable = (await statuses(writes, 'POST')).filter(({ status }) => status !== 403)
  if (writable.length > 0) {
    const names = writable.map(({ name }) => name).join(', ')
    throw new KeyProblem(`This key may change data in Stripe (${names}). ${remedy}`)
  }
}

function checkKind(key: string): void {
  if (/^rk_live_[A-Za-z0-9_]{8,480}$/.test(key)) return
  const kind = key.startsWith('sk_')
    ? 'This is a secret key, which may do everything in your Stripe account.'
    : key.startsWith('pk_')
      ? 'This is a publishable key, which may read nothing.'
      : key.startsWith('whsec_')
        ? 'This is a webhook’s signing secret.'
        : key.startsWith('rk_test_')
          ? 'This is a key of a test mode, whose payments never count.'
          : 'This is not a restricted key of Stripe: those begin with rk_live_.'
  throw new KeyProblem(`${kind} ${remedy}`)
}

/** The status of an answer. Throws if there was none, which says nothing about the key. */
async function statusOf(stripe: Stripe, method: 'GET' | 'POST', path: string): Promise<number> {
  try {
    await (method === 'GET'
      ? stripe.rawRequest('GET', `${path}?limit=1`)
      : stripe.rawRequest('POST', path, {}))
    return 200
  } catch (cause) {
    const error = stripeError(cause, path)
    if (error.code === 'key-refused') return 401
    if (error.code === 'not-permitted') return 403
    if (error.code === 'unexpected') return 400
    throw new ProviderApiError(error.code, error.message, error.retryAfterMs)
  }
}
