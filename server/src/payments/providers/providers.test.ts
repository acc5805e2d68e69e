import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { findProvider, providers } from './list.ts'

// Every provider reports a payment with our ids, refunds, and events without money.
// The bodies are ours, on the providers' documented fields.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ids = { tributary_visitor_id: 'v_1', tributary_session_id: 's_1' }
const given = { receipt: { given: { visitorId: 'v_1', sessionId: 's_1' } } }
const at = '2026-11-01T10:00:00Z'
const later = '2026-11-05T10:00:00Z'

/** Sends events in this order, each of which must be accepted. */
async function deliverAll(shop: Shop, events: readonly Parameters<Shop['send']>[]) {
  for (const [body, signing] of events) {
    const reply = await shop.send(body, signing)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).not.toMatchObject({ data: { state: 'failed' } })
  }
}

describe('Stripe', () => {
  const event = (type: string, object: object, created = 1_793_000_000) => ({
    id: `evt_${randomUUID()}`,
    type,
    created,
    livemode: true,
    data: { object },
  })
  const invoice = (id: string, billing_reason: string, paid_at: number, amount_paid = 1900) =>
    event('invoice.paid', {
      id,
      currency: 'usd',
      amount_paid,
      billing_reason,
      parent: { subscription_details: { subscription: 'sub_1', metadata: ids } },
      status_transitions: { paid_at },
    })

  it('makes one payment of a subscription’s session, invoice, intent and charge, in any order', async () => {
    const events: Parameters<Shop['send']>[] = [
      [event('payment_intent.succeeded', { id: 'pi_1', amount_received: 1900, currency: 'usd' })],
      [
        event('charge.succeeded', {
          id: 'ch_1',
          payment_intent: 'pi_1',
          amount: 1900,
          currency: 'usd',
        }),
      ],
      [event('checkout.session.completed', { id: 'cs_1', mode: 'subscription', invoice: 'in_1' })],
      [event('invoice_payment.paid', { invoice: 'in_1', payment: { payment_intent: 'pi_1' } })],
      [invoice('in_1', 'subscription_create', 1_793_000_000)],
    ]
    for (const order of [events, events.toReversed()]) {
      const shop = await aShopWith(server, 'stripe')
      await deliverAll(shop, order)
      expect(await shop.count()).toBe(1)
      const payment = await shop.payment('ch_1')
      expect(payment).toMatchObject({ providerPaymentId: 'in_1', amount: 19, ...given })
      expect(payment?.aliases).toEqual(['ch_1', 'cs_1', 'pi_1'])
    }
  })

  it('counts a one-off invoice once whose intent refers to it by its order reference', async () => {
    const invoiceId = 'in_1Qx7RkLmNoPqRsTuVwXyZ012'
    const events: Parameters<Shop['send']>[] = [
      [invoice(invoiceId, 'manual', 1_793_000_000)],
      [
        event('payment_intent.succeeded', {
          ...{ id: 'pi_9', amount_received: 1900, currency: 'usd' },
          description: 'Payment for Invoice',
          payment_details: { customer_reference: null, order_reference: invoiceId },
        }),
      ],
    ]
    for (const order of [events, events.toReversed()]) {
      const shop = await aShopWith(server, 'stripe')
      await deliverAll(shop, order)
      expect(await shop.count()).toBe(1)
      expect(await shop.payment('pi_9')).toMatchObject({ providerPaymentId: invoiceId, amount: 19 })
    }
  })

  it('joins an invoice and its intent that were counted apart once the intent refers to it', async () => {
    const shop = await aShopWith(server, 'stripe')
    const invoiceId = 'in_1Qx7RkLmNoPqRsTuVwXyZ012'
    const intent = { id: 'pi_13', amount_received: 1900, currency: 'usd' }
    await deliverAll(shop, [
      [event('payment_intent.succeeded', intent)],
      [invoice(invoiceId, 'manual', 1_793_000_000)],
    ])
    expect(await shop.count()).toBe(2)
    const payment_details = { order_reference: invoiceId }
    await deliverAll(shop, [[event('payment_intent.succeeded', { ...intent, payment_details })]])
    expect(await shop.count()).toBe(1)
    expect(await shop.payment('pi_13')).toMatchObject({ providerPaymentId: invoiceId, amount: 19 })
  })

  it('takes a merchant’s own order reference, or a part of an id, for no invoice', async () => {
    const shop = await aShopWith(server, 'stripe')
    const paid = (id: string, order_reference: string) =>
      event('payment_intent.succeeded', {
        ...{ id, amount_received: 1900, currency: 'usd', payment_details: { order_reference } },
      })
    await deliverAll(shop, [
      [paid('pi_10', 'order-77')],
      [paid('pi_11', 'in_1Qx7RkLmNoPqRsTuVwXyZ0')],
      [paid('pi_12', 'in_1Qx7RkLmNoPqRsTuVwXyZ0')],
    ])
    expect(await shop.count()).toBe(3)
    expect(await shop.payment('pi_11')).toMatchObject({ providerPaymentId: 'pi_11' })
  })

  it('knows a renewal, but not by the label of the first charge after a trial', async () => {
    const shop = await aShopWith(server, 'stripe')
    const trial = { id: 'sub_1', status: 'trialing', currency: 'usd', trial_start: 1_792_000_000 }
    await deliverAll(shop, [
      [invoice('in_9', 'subscription_cycle', 1_796_000_000)],
      [invoice('in_8', 'subscription_cycle', 1_793_000_000)],
      [event('customer.subscription.created', trial)],
    ])
    expect(await shop.payment('in_8')).toMatchObject({ renewal: false })
    expect(await shop.payment('in_9')).toMatchObject({ renewal: true })
    expect(await shop.payment('trial:sub_1')).toMatchObject({ trial: true, amount: 0 })
  })

  it('subtracts single refunds once when a total includes them too', async () => {
    const shop = await aShopWith(server, 'stripe')
    const refund = (id: string, amount: number, status: string) =>
      event(status === 'failed' ? 'refund.failed' : 'refund.created', {
        ...{ id, amount, status, currency: 'usd' },
        ...{ charge: 'ch_5', payment_intent: 'pi_5' },
      })
    const charge = { id: 'ch_5', payment_intent: 'pi_5', amount_refunded: 900, currency: 'usd' }
    await deliverAll(shop, [
      [refund('re_1', 900, 'succeeded')],
      [event('charge.refunded', charge)],
      [refund('re_2', 500, 'pending')],
      [event('payment_intent.succeeded', { id: 'pi_5', amount_received: 2900, currency: 'usd' })],
    ])
    expect(await shop.payment('pi_5')).toMatchObject({ netAmount: 20, refunds: [{ id: 're_1' }] })
  })

  it('counts a currency’s decimals as Stripe does', async () => {
    const shop = await aShopWith(server, 'stripe')
    const paid = (id: string, amount_received: number, currency: string) =>
      event('payment_intent.succeeded', { id, amount_received, currency })
    await deliverAll(shop, [
      [paid('pi_jpy', 5000, 'jpy')],
      [paid('pi_isk', 150_000, 'isk')],
      [paid('pi_kwd', 12_340, 'kwd')],
      [paid('pi_mga', 500, 'mga')],
    ])
    const amounts = { pi_jpy: 5000, pi_isk: 1500, pi_kwd: 12.34, pi_mga: 500 }
    for (const [id, amount] of Object.entries(amounts)) {
      expect(await shop.payment(id)).toMatchObject({ amount })
    }
  })

  it('takes money for a lost dispute, gives it back when it is won, and nothing for an inquiry', async () => {
    const shop = await aShopWith(server, 'stripe')
    const dispute = (status: string, created: number, type = 'charge.dispute.closed') =>
      event(
        type,
        { id: 'du_1', status, amount: 2900, currency: 'usd', payment_intent: 'pi_7' },
        created,
      )
    await deliverAll(shop, [
      [event('payment_intent.succeeded', { id: 'pi_7', amount_received: 2900, currency: 'usd' })],
      [dispute('warning_needs_response', 1_793_000_100, 'charge.dispute.created')],
    ])
    expect(await shop.payment('pi_7')).toMatchObject({ netAmount: 29 })
    await deliverAll(shop, [[dispute('lost', 1_794_000_000)]])
    expect(await shop.payment('pi_7')).toMatchObject({ netAmount: 0 })
    await deliverAll(shop, [[dispute('won', 1_795_000_000)]])
    expect(await shop.payment('pi_7')).toMatchObject({ netAmount: 29 })
  })
})

describe('Lemon Squeezy', () => {
  const event = (event_name: string, id: string, attributes: object) => ({
    meta: { event_name, custom_data: ids },
    data: { id, attributes: { currency: 'EUR', user_email: 'ana@example.com', ...attributes } },
  })

  it('counts the order, not the invoice of the same payment, and refunds reported by either once', async () => {
    const shop = await aShopWith(server, 'lemonsqueezy')
    const paid = { status: 'paid', total: 1199, total_formatted: '€11.99', created_at: at }
    const invoice = { subscription_id: 5, billing_reason: 'initial', total: 1199, updated_at: at }
    await deliverAll(shop, [
      [event('subscription_payment_success', '7', invoice)],
      [event('order_created', '1', paid)],
      [event('subscription_created', '5', { status: 'active', order_id: 1 })],
      [event('order_refunded', '1', { ...paid, refunded_amount: 400 })],
      [event('subscription_payment_refunded', '7', { ...invoice, refunded_amount: 400 })],
    ])
    expect(await shop.count()).toBe(1)
    expect(await shop.payment('subscription-invoice:7')).toMatchObject({
      ...{ providerPaymentId: 'order:1', amount: 11.99, netAmount: 7.99, ...given },
      ...{ customerEmail: 'ana@example.com', timestamp: '2026-11-01T10:00:00.000Z' },
    })
  })

  it('reads amounts of currencies without decimals by the total that is shown', async () => {
    const shop = await aShopWith(server, 'lemonsqueezy')
    const yen = { status: 'paid', currency: 'JPY', total_formatted: '¥1,500' }
    await deliverAll(shop, [
      [event('order_created', '1', { ...yen, total: 150_000 })],
      [event('order_created', '2', { ...yen, total: 1500 })],
    ])
    expect(await shop.payment('order:1')).toMatchObject({ amount: 1500 })
    expect(await shop.payment('order:2')).toMatchObject({ amount: 1500 })
  })
})

it('Polar: counts what is paid, and subtracts a refund with its tax', async () => {
  const shop = await aShopWith(server, 'polar')
  const order = { id: 'o1', total_amount: 9720, tax_amount: 720, currency: 'usd', metadata: ids }
  const refund = { id: 'r1', order_id: 'o1', amount: 3000, tax_amount: 240, currency: 'usd' }
  const event = (type: string, data: object) => ({ type, timestamp: at, data })
  await deliverAll(shop, [
    [event('refund.created', { ...refund, status: 'pending' })],
    [event('order.created', { ...order, billing_reason: 'purchase' })],
    [event('order.paid', { ...order, billing_reason: 'purchase', checkout_id: 'c1' })],
    [event('refund.updated', { ...refund, status: 'succeeded' })],
  ])
  expect(await shop.count()).toBe(1)
  expect(await shop.payment('c1')).toMatchObject({ amount: 97.2, netAmount: 64.8, ...given })
})

it('Polar: counts what is paid after a downgrade’s credit, and the credit itself as nothing', async () => {
  const shop = await aShopWith(server, 'polar')
  const paid = (id: string, amounts: object) => ({
    ...{ type: 'order.paid', timestamp: at },
    data: { id, currency: 'usd', billing_reason: 'subscription_cycle', ...amounts },
  })
  await deliverAll(shop, [
    [paid('down', { total_amount: -9000, tax_amount: -700, applied_balance_amount: 0 })],
    [paid('free', { total_amount: 6000, tax_amount: 500, applied_balance_amount: -6000 })],
    [paid('half', { total_amount: 6000, tax_amount: 500, applied_balance_amount: -3000 })],
    [paid('owed', { total_amount: 6000, tax_amount: 500, applied_balance_amount: 30 })],
  ])
  expect(await shop.count()).toBe(2)
  expect(await shop.payment('half')).toMatchObject({ amount: 30 })
  expect(await shop.payment('owed')).toMatchObject({ amount: 60.3 })
})

it('Paddle: counts a transaction once, and subtracts an adjustment when it is approved', async () => {
  const shop = await aShopWith(server, 'paddle')
  const totals = { grand_total: '65215', total: '65215', tax: '5315', currency_code: 'USD' }
  const transaction = { id: 'txn_1', origin: 'web', custom_data: ids, details: { totals } }
  const adjustment = (status: string) => ({
    ...{ id: 'adj_1', transaction_id: 'txn_1', action: 'refund', status, updated_at: later },
    totals: { total: '100', currency_code: 'USD' },
  })
  const event = (event_id: string, event_type: string, data: object) => ({
    ...{ event_id, event_type, occurred_at: at, data },
  })
  await deliverAll(shop, [
    [event('evt_1', 'transaction.paid', transaction)],
    [event('evt_2', 'transaction.completed', { ...transaction, billed_at: at })],
    [event('evt_3', 'adjustment.created', adjustment('pending_approval'))],
  ])
  expect(await shop.payment('txn_1')).toMatchObject({ amount: 652.15, netAmount: 652.15, ...given })
  await deliverAll(shop, [[event('evt_4', 'adjustment.updated', adjustment('approved'))]])
  expect(await shop.payment('txn_1')).toMatchObject({ netAmount: 651.15 })
  expect(await shop.count()).toBe(1)
})

it('Shopify: keeps ids beyond 2^53 digit by digit, and refunds what was paid back', async () => {
  const shop = await aShopWith(server, 'shopify', { shop: 'one.myshopify.com' })
  const attributes = Object.entries(ids).map(([name, value]) => ({ name, value }))
  const order = `{"id":820982911946154508,"financial_status":"paid","total_price":"388.00",
    "current_total_price":"288.00","currency":"USD","processed_at":"${at}",
    "note_attributes":${JSON.stringify(attributes)}}`
  const back = { kind: 'refund', status: 'success', amount: '100.00', currency: 'USD' }
  const refund = `{"id":929,"order_id":820982911946154508,"processed_at":"${later}",
    "transactions":${JSON.stringify([back, { ...back, kind: 'void' }])}}`
  const from = { 'x-shopify-shop-domain': 'one.myshopify.com' }
  await deliverAll(shop, [
    [refund, { topic: 'refunds/create', headers: from }],
    [order, { topic: 'orders/paid', headers: from }],
    [order, { topic: 'orders/updated', headers: from }],
  ])
  expect(await shop.count()).toBe(1)
  expect(await shop.payment('820982911946154508')).toMatchObject({
    ...{ providerPaymentId: '820982911946154508', amount: 388, netAmount: 288, ...given },
    refunds: [{ id: '929', timestamp: '2026-11-05T10:00:00.000Z' }],
  })
  const headers = { 'x-shopify-shop-domain': 'two.myshopify.com' }
  expect(await shop.send(order, { topic: 'orders/paid', headers })).toMatchObject({ status: 401 })
})

it('Dodo Payments: tells first payment from renewal by what it has seen, under either name', async () => {
  const shop = await aShopWith(server, 'dodo')
  const payment = (payment_id: string, created_at: string, more: object = {}) => ({
    type: 'payment.succeeded',
    timestamp: created_at,
    data: {
      ...{ payment_id, created_at, total_amount: 3132, tax: 232, currency: 'USD', metadata: ids },
      ...{ subscription_id: 'sub_1', ...more },
    },
  })
  const dispute = { dispute_id: 'd1', payment_id: 'pay_1', amount: '3132', currency: 'USD' }
  await deliverAll(shop, [
    [payment('pay_2', later)],
    [payment('pay_1', at)],
    [payment('pay_3', later, { total_amount: 0, is_update_payment_method: true })],
    [{ type: 'dispute.lost', timestamp: later, data: dispute }],
  ])
  expect(await shop.count()).toBe(2)
  const find = async (id: string) =>
    (
      await server.request('GET', `/api/v1/payment?provider=dodopayments&providerPaymentId=${id}`, {
        key: shop.key,
      })
    ).body
  expect(await find('pay_1')).toMatchObject({ data: { renewal: false, netAmount: 0, ...given } })
  expect(await find('pay_2')).toMatchObject({ data: { renewal: true, amount: 31.32 } })
})

it('Creem: takes what was paid with its tax, and a subscription’s money from its own event', async () => {
  const shop = await aShopWith(server, 'creem')
  const event = (id: string, eventType: string, object: object) => ({
    ...{ id, eventType, created_at: Date.parse(at), object: { mode: 'prod', ...object } },
  })
  const order = { status: 'paid', amount: 1000, amount_paid: 1210, currency: 'EUR' }
  const transaction = { id: 'tran_2', subscription: 'sub_1' }
  await deliverAll(shop, [
    [
      event('e1', 'checkout.completed', {
        id: 'ch_1',
        order: { ...order, id: 'ord_1', type: 'onetime' },
        metadata: ids,
      }),
    ],
    [
      event('e2', 'checkout.completed', {
        id: 'ch_2',
        order: { ...order, id: 'ord_2', type: 'recurring' },
      }),
    ],
    [
      event('e3', 'subscription.paid', {
        id: 'sub_1',
        last_transaction_id: 'tran_2',
        product: { price: 1000, currency: 'EUR' },
      }),
    ],
    [
      event('e4', 'refund.created', {
        id: 'ref_1',
        status: 'succeeded',
        refund_amount: 1000,
        refund_currency: 'EUR',
        transaction,
        order: { id: 'ord_2' },
      }),
    ],
    [
      event('e5', 'checkout.completed', {
        mode: 'sandbox',
        order: { ...order, id: 'ord_3', type: 'onetime' },
      }),
    ],
  ])
  expect(await shop.count()).toBe(2)
  expect(await shop.payment('ord_1')).toMatchObject({ amount: 12.1, ...given })
  expect(await shop.payment('tran_2')).toMatchObject({ amount: 10, netAmount: 0 })
})

it('WooCommerce: counts an order once it is paid, and each refund once', async () => {
  const shop = await aShopWith(server, 'woocommerce')
  const order = (status: string, more: object = {}) => ({
    ...{ id: 90_727, status, currency: 'USD', total: '29.35', total_tax: '1.35', customer_id: 0 },
    meta_data: Object.entries(ids).map(([key, value]) => ({ key, value })),
    ...more,
  })
  const paid = { date_paid_gmt: '2026-11-01T10:00:00', transaction_id: 'pi_woo_0001' }
  const refunds = [{ id: 90_801, total: '-10.00' }]
  await deliverAll(shop, [
    [order('pending'), { topic: 'order.created' }],
    [order('processing', paid), { topic: 'order.updated' }],
    [order('completed', { ...paid, refunds }), { topic: 'order.updated' }],
    [order('completed', { ...paid, refunds, note: 1 }), { topic: 'order.updated' }],
    [{ id: 90_727 }, { topic: 'order.deleted' }],
  ])
  expect(await shop.count()).toBe(1)
  expect(await shop.payment('pi_woo_0001')).toMatchObject({
    ...{ providerPaymentId: '90727', amount: 29.35, netAmount: 19.35, ...given },
    timestamp: '2026-11-01T10:00:00.000Z',
  })
})

it('Gumroad: reads forms and JSON, and refunds a sale in full', async () => {
  const shop = await aShopWith(server, 'gumroad', { sellerId: 'me' })
  const sale = {
    seller_id: 'me',
    sale_id: 's1==',
    price: '2900',
    currency: 'usd',
    refunded: 'false',
  }
  const form = (fields: Record<string, string>) => {
    const nested = Object.entries(ids).map(([name, value]) => [`url_params[${name}]`, value])
    return String(
      new URLSearchParams([...Object.entries(fields), ...(nested as [string, string][])]),
    )
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await deliverAll(shop, [
    [form({ ...sale, resource_name: 'sale' }), { headers }],
    [{ ...sale, sale_id: 's2', price: 900, url_params: ids }],
    [form({ ...sale, sale_id: 's3', test: 'true' }), { headers }],
    [form({ ...sale, resource_name: 'refund', refunded: 'true' }), { headers }],
  ])
  expect(await shop.count()).toBe(2)
  expect(await shop.payment('s1==')).toMatchObject({ amount: 29, netAmount: 0, ...given })
  expect(await shop.payment('s2')).toMatchObject({ amount: 9, ...given })
  const foreign = form({ ...sale, seller_id: 'other' })
  expect(await shop.send(foreign, { headers })).toMatchObject({ status: 401 })
})

it.each(providers.filter(({ name }) => name !== 'paypal').map(({ name }) => name))(
  '%s: understands its own sample and takes it for a test',
  async (name) => {
    const shop = await aShopWith(server, name)
    const secret = 'whsec_dHJpYnV0YXJ5LXRlc3Qtc2VjcmV0LTAwMDE='
    const sample = findProvider(name)?.sample(secret, Date.now())
    const headers = { 'content-type': 'application/json', ...sample?.headers }
    const body = String(sample?.body)
    const reply = await server.request('POST', shop.path, { body, headers })
    expect(reply).toMatchObject({ status: 200, body: { data: { state: 'test' } } })
    const delivery = await server.services.control.db
      .selectFrom('webhook_deliveries')
      .select('summary')
      .where('endpoint_id', '=', shop.endpointId)
      .executeTakeFirstOrThrow()
    expect(delivery.summary).toContain('payment of 1.00 USD, with a visitor id')
    expect(await shop.count()).toBe(0)
  },
)
