import { createHash } from 'node:crypto'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf } from './wire/fields.ts'
import { hmacSha256, judge } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'
import { woocommerceSubscriptions } from './woocommerce-subscriptions.ts'

const provider = 'woocommerce'

/** WooCommerce: `X-WC-Webhook-Signature`, in base64 over the body. Nothing in it says test. */
export const woocommerce: Provider = {
  name: provider,
  title: 'WooCommerce',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: ['x-wc-webhook-topic'],
  verify({ body, headers }, { secrets }) {
    const signature = headers['x-wc-webhook-signature']
    // Sent once, unsigned, when the webhook is made; without a 2xx it cannot be saved.
    const isGreeting = body.length < 40 && /^webhook_id=\d+$/.test(body.toString('latin1').trim())
    if (signature === undefined && isGreeting) return { kind: 'greeting' }
    const expected = secrets.map((secret) => hmacSha256(secret, body))
    return judge(signature === undefined ? [] : [signature], 'base64', expected)
  },
  read({ body, headers }): ProviderEvent {
    const order = parseJsonObject(body)
    // Its delivery id hashes the webhook and the second, so it may repeat.
    const key = createHash('sha256').update(body).digest('hex')
    const type = textOf(headers['x-wc-webhook-topic']) ?? 'unknown'
    return { key, type, isTest: false, body: order }
  },
  translate: ({ type, body }) => (type.startsWith('order.') ? translateWoocommerce(body) : []),
  subscriptions: woocommerceSubscriptions,
  sample(secret, nowMs) {
    const order = {
      id: nowMs,
      order_key: `wc_order_tributary_test_${nowMs}`,
      status: 'processing',
      currency: 'USD',
      total: '1.00',
      date_paid_gmt: new Date(nowMs).toISOString().slice(0, 19),
      meta_data: [{ id: 1, key: 'tributary_visitor_id', value: 'tributary-test' }],
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(order))
    const signature = hmacSha256(secret, body).toString('base64')
    const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': signature }
    return { body, headers }
  },
}

const unpaidStates = [
  'pending',
  'on-hold',
  'failed',
  'cancelled',
  'checkout-draft',
  'auto-draft',
  'trash',
]

/** The facts of an order, in the form of webhooks and the REST API. */
export function translateWoocommerce(order: Fields): MoneyFact[] {
  return stated(orderFacts(order), timeOf(order.date_modified_gmt))
}

/** The facts of an order. It is sent again at each change, with everything that happened to it so far. */
function orderFacts(order: Fields): MoneyFact[] {
  const paidAtMs = timeOf(order.date_paid_gmt)
  const status = textOf(order.status)
  if (paidAtMs === null || status === null || unpaidStates.includes(status)) return []
  const currency = currencyOf(order.currency)
  const amountMinor = majorUnits(order.total, currency)
  if (amountMinor === 0) return []
  const meta = metaOf(order)
  const renewalOf = textOf(meta._subscription_renewal)
  const customerId = textOf(order.customer_id)
  const ids = idsOf(need(textOf(order.id), 'order id'), transactionId(order))
  const payment = paymentFact({
    provider,
    ids,
    amountMinor,
    currency,
    taxMinor: order.total_tax == null ? null : majorUnits(order.total_tax, currency),
    paidAtMs,
    renewal: renewalOf !== null || order.created_via === 'subscription',
    subscriptionId: renewalOf,
    customerId: customerId === '0' ? null : customerId,
    customerEmail: textOf(fieldsOf(order.billing).email),
    product: textOf(fieldsOf(listOf(order.line_items)[0]).name),
    ...attachedTo(shownMeta(meta)),
  })
  return [payment, ...refundFacts(order, ids, currency)]
}

function refundFacts(order: Fields, ids: readonly string[], currency: string): MoneyFact[] {
  // The order only has its last change, which is later at each delivery.
  const about = { kind: 'refund' as const, provider, ids, atMs: null }
  const refunds = listOf(order.refunds)
    .map(fieldsOf)
    .map((refund) => ({
      ...about,
      how: 'single' as const,
      refundId: need(textOf(refund.id), 'refund id'),
      amountMinor: Math.abs(majorUnits(refund.total, currency)),
      currency,
    }))
  // A deleted refund is simply missing from the list; nothing else reports it.
  const refundIds = refunds.map(({ refundId }) => refundId).sort()
  return [...refunds, { ...about, how: 'list', refundIds }]
}

/** One refund in the REST API's form: with its time, which webhooks lack. */
export function datedRefund(refund: Fields, orderId: string) {
  const currency = currencyOf(refund.currency)
  return [
    {
      ...{ kind: 'refund' as const, how: 'single' as const, provider, ids: [orderId], currency },
      refundId: need(textOf(refund.id), 'refund id'),
      amountMinor: Math.abs(majorUnits(refund.amount, currency)),
      atMs: timeOf(refund.date_created_gmt),
      statedMs: timeOf(refund.date_modified_gmt) ?? timeOf(refund.date_created_gmt),
    },
  ]
}

/** Some gateways store a word or a counter here, which is not unique to this payment. */
function transactionId(order: Fields): string | null {
  const id = textOf(order.transaction_id)
  return id !== null && id.length >= 8 ? id : null
}

function metaOf(order: Fields): Fields {
  const entries = listOf(order.meta_data).map(fieldsOf)
  return Object.fromEntries(entries.map(({ key, value }) => [String(key), value]))
}

/** Without WordPress's internals, but with WooCommerce's own record of where the order came from. */
function shownMeta(meta: Fields): Fields {
  return Object.fromEntries(
    Object.entries(meta).filter(
      ([key]) => !key.startsWith('_') || key.startsWith('_wc_order_attribution_'),
    ),
  )
}
