import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { type Delivery, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf } from './wire/fields.ts'
import { hmacSha256, judge, rejected } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

const provider = 'shopify'

/**
 * Shopify: `X-Shopify-Hmac-SHA256`, in base64 over the body. The secret is an app's, so a message of
 * one shop is good for every shop of the app: set the endpoint's shop where the app has several.
 */
export const shopify: Provider = {
  name: provider,
  title: 'Shopify',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: ['topic', 'event-id', 'webhook-id', 'shop-domain'].flatMap(bothNames),
  verify(delivery, { secrets, options }) {
    const signature = header(delivery, 'hmac-sha256')
    const expected = secrets.map((secret) => hmacSha256(secret, delivery.body))
    const verdict = judge(signature === null ? [] : [signature], 'base64', expected)
    const isOther =
      options.shop !== undefined &&
      header(delivery, 'shop-domain')?.toLowerCase() !== options.shop.toLowerCase()
    return verdict.kind === 'accepted' && isOther ? rejected('other-account') : verdict
  },
  read(delivery): ProviderEvent {
    const body = parseJsonObject(delivery.body)
    const type = header(delivery, 'topic') ?? 'unknown'
    // One action of a merchant may raise several topics with one event id.
    const event = header(delivery, 'event-id') ?? header(delivery, 'webhook-id')
    const id = textOf(body.id) ?? ''
    const key = `${event ?? hmacSha256('', delivery.body).toString('hex')}:${type}:${id}`
    const isTest = [body, ...listOf(body.transactions).map(fieldsOf)].some(
      (one) => one.test === true,
    )
    return { key, type, isTest, body }
  },
  translate: ({ type, body }) => translateShopify(type, body),
  sample(secret, nowMs) {
    const order = {
      id: nowMs,
      test: true,
      financial_status: 'paid',
      total_price: '1.00',
      currency: 'USD',
      processed_at: new Date(nowMs).toISOString(),
      note_attributes: [{ name: 'tributary_visitor_id', value: 'tributary-test' }],
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(order))
    const headers = {
      'x-shopify-topic': 'orders/paid',
      'x-shopify-event-id': `tributary-test-${nowMs}`,
      'x-shopify-hmac-sha256': hmacSha256(secret, body).toString('base64'),
    }
    return { body, headers }
  },
}

/** The facts of an object, in the form of webhooks of this topic. */
export function translateShopify(topic: string, body: Fields): MoneyFact[] {
  return stated(entryOf(readers, topic)?.(body) ?? [], timeOf(body.updated_at))
}

/** Shopify's newer events drop the `x-`. */
function bothNames(name: string): string[] {
  return [`x-shopify-${name}`, `shopify-${name}`]
}

function header({ headers }: Delivery, name: string): string | null {
  return (
    bothNames(name)
      .map((full) => textOf(headers[full]))
      .find((text) => text !== null) ?? null
  )
}

const readers: Readonly<Record<string, (body: Fields) => MoneyFact[]>> = {
  'orders/paid': orderFacts,
  'orders/create': orderFacts,
  'orders/updated': orderFacts,
  'refunds/create': refundFacts,
  'disputes/create': disputeFacts,
  'disputes/update': disputeFacts,
}

const paidStates = ['paid', 'partially_refunded', 'refunded']

function orderFacts(order: Fields): MoneyFact[] {
  if (!paidStates.includes(textOf(order.financial_status) ?? '')) return []
  const currency = currencyOf(order.currency)
  // `current_total_price` shrinks with every refund.
  const amountMinor = majorUnits(order.total_price, currency)
  if (amountMinor === 0) return []
  const noted = listOf(order.note_attributes).map(fieldsOf)
  const attributes = Object.fromEntries(noted.map(({ name, value }) => [String(name), value]))
  const { landing_site, referring_site, source_name } = order
  return [
    paymentFact({
      provider,
      ids: idsOf(need(textOf(order.id), 'order id'), textOf(order.checkout_token)),
      amountMinor,
      currency,
      taxMinor: order.total_tax == null ? null : majorUnits(order.total_tax, currency),
      paidAtMs: timeOf(order.processed_at) ?? timeOf(order.created_at),
      // Orders that a subscription app makes; the first one comes from the shop's checkout.
      renewal: (textOf(source_name) ?? '').startsWith('subscription_contract'),
      customerId: textOf(fieldsOf(order.customer).id),
      customerEmail: textOf(order.email) ?? textOf(order.contact_email),
      product: textOf(fieldsOf(listOf(order.line_items)[0]).title),
      ...attachedTo(attributes, { landing_site, referring_site, source_name }),
    }),
  ]
}

function refundFacts(refund: Fields): MoneyFact[] {
  // A `void` is no money, and the refunded lines do not show the amount either.
  const returned = listOf(refund.transactions)
    .map(fieldsOf)
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
    .map((transaction) => {
      const shop = fieldsOf(fieldsOf(transaction.amount_set).shop_money)
      const currency = currencyOf(shop.currency_code ?? transaction.currency)
      return { currency, amountMinor: majorUnits(shop.amount ?? transaction.amount, currency) }
    })
  const [first] = returned
  if (first === undefined) return []
  return [
    {
      kind: 'refund',
      how: 'single',
      provider,
      ids: [need(textOf(refund.order_id), 'order id')],
      refundId: need(textOf(refund.id), 'refund id'),
      amountMinor: returned.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency: first.currency,
      atMs: timeOf(refund.processed_at) ?? timeOf(refund.created_at),
    },
  ]
}

const disputeStates: Readonly<Record<string, 'opened' | 'lost' | 'won'>> = {
  needs_response: 'opened',
  under_review: 'opened',
  accepted: 'lost',
  lost: 'lost',
  won: 'won',
  // Settled by a refund, which has its own event.
  charge_refunded: 'won',
}

function disputeFacts(dispute: Fields): MoneyFact[] {
  const state = entryOf(disputeStates, textOf(dispute.status))
  // An inquiry moves no money.
  if (state === undefined || dispute.type === 'inquiry') return []
  const currency = currencyOf(dispute.currency)
  return [
    {
      kind: 'dispute',
      provider,
      ids: [need(textOf(dispute.order_id), 'order id')],
      disputeId: need(textOf(dispute.id), 'dispute id'),
      state,
      amountMinor: majorUnits(dispute.amount, currency),
      currency,
      atMs: timeOf(dispute.finalized_on) ?? timeOf(dispute.initiated_at),
    },
  ]
}
