import { findProvider } from '../../payments/providers/list.ts'
import { hmacSha256, hmacSha512 } from '../../payments/providers/wire/hmac.ts'
import { signStandardWebhook } from '../../payments/providers/wire/standard-webhooks.ts'

/** The headers that a provider would send with a body: its signature, and those that describe the delivery. */
export interface Signing {
  secret: string
  nowMs: number
  /** Shopify's and WooCommerce's topic. */
  topic?: string
  /** The delivery's own id, if it is in a header; the same for a repetition. */
  id?: string
}

/** Signs as the provider documents it. Written independently of the checks, except for the HMAC itself. */
export function signAs(
  provider: string,
  text: string,
  { secret, nowMs, topic = '', id = 'msg_1' }: Signing,
): Record<string, string> {
  const body = Buffer.from(text)
  const time = Math.floor(nowMs / 1000)
  const hex = (...parts: (string | Buffer)[]) => hmacSha256(secret, ...parts).toString('hex')
  const base64 = () => hmacSha256(secret, body).toString('base64')
  switch (findProvider(provider)?.name) {
    case 'stripe':
      return { 'stripe-signature': `t=${time},v1=${hex(`${time}.`, body)}` }
    case 'paddle':
      return { 'paddle-signature': `ts=${time};h1=${hex(`${time}:`, body)}` }
    case 'lemonsqueezy':
      return { 'x-signature': hex(body) }
    case 'creem':
      return { 'creem-signature': hex(body) }
    case 'polar':
    case 'whop':
      return signStandardWebhook(body, { key: Buffer.from(secret), nowMs, id })
    case 'dodopayments': {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      return signStandardWebhook(body, { key, nowMs, id })
    }
    case 'shopify':
      return {
        'x-shopify-hmac-sha256': base64(),
        'x-shopify-topic': topic,
        'x-shopify-event-id': id,
      }
    case 'woocommerce':
      return { 'x-wc-webhook-signature': base64(), 'x-wc-webhook-topic': topic }
    case 'revenuecat':
      return { authorization: secret }
    case 'chargebee':
      return { authorization: `Basic ${Buffer.from(`tributary:${secret}`).toString('base64')}` }
    case 'paystack':
      return { 'x-paystack-signature': hmacSha512(secret, body).toString('hex') }
    case 'razorpay':
      return { 'x-razorpay-signature': hex(body), 'x-razorpay-event-id': id }
    case 'mollie':
      return { 'x-mollie-signature': `sha256=${hex(body)}` }
    default:
      return {}
  }
}
