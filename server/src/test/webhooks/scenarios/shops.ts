import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

// Shopify and WooCommerce: a shop's orders, reported again at each change.

const attributes = Object.entries(metadata).map(([name, value]) => ({ name, value }))

const shopifyOrder = (fields: object = {}, topic = 'orders/paid'): Delivered => ({
  topic,
  body: {
    ...{ id: 5_800_000_000_071, checkout_token: 'tok_71', financial_status: 'paid' },
    ...{ currency: 'USD', total_price: '388.00', total_tax: '12.00', test: false },
    ...{ processed_at: minute(0), updated_at: minute(0), email: adasEmail },
    ...{ note_attributes: attributes, line_items: [{ title: 'Atlas' }], source_name: 'web' },
    ...fields,
  },
})

const shopifyRefund: Delivered = {
  topic: 'refunds/create',
  body: {
    ...{ id: 929_000_000_001, order_id: 5_800_000_000_071, processed_at: minute(10) },
    transactions: [
      { kind: 'refund', status: 'success', amount: '100.00', currency: 'USD' },
      { kind: 'void', status: 'success', amount: '288.00', currency: 'USD' },
    ],
  },
}

const shopifyDispute = (topic: string, status: string, after: number): Delivered => ({
  topic,
  body: {
    ...{ id: 285_332_461_850, order_id: 5_800_000_000_071, type: 'chargeback', status },
    ...{ amount: '388.00', currency: 'USD', initiated_at: minute(10) },
    finalized_on: status === 'needs_response' ? null : minute(after),
  },
})

const shopifyIds = ['5800000000071', 'tok_71']
const usd388 = [388, 'USD'] as const

export const shopifyScenarios: readonly Scenario[] = [
  {
    ...{ provider: 'shopify', name: 'an order, reported as paid and as changed' },
    delivered: [
      shopifyOrder({ financial_status: 'pending' }, 'orders/create'),
      shopifyOrder(),
      shopifyOrder({ updated_at: minute(1) }, 'orders/updated'),
    ],
    payments: [paid(shopifyIds, usd388, { product: 'Atlas' })],
  },
  {
    ...{ provider: 'shopify', name: 'an order that grew by an edit' },
    delivered: [
      shopifyOrder(),
      shopifyOrder({ total_price: '412.00', updated_at: minute(30) }),
      shopifyOrder({ total_price: '399.00', updated_at: minute(20) }),
    ],
    payments: [paid(shopifyIds, [412, 'USD'])],
  },
  {
    ...{ provider: 'shopify', name: 'a partial refund and a void' },
    delivered: [
      shopifyOrder(),
      shopifyRefund,
      shopifyOrder(
        { financial_status: 'partially_refunded', updated_at: minute(10) },
        'orders/updated',
      ),
    ],
    payments: [paid(shopifyIds, usd388, { netAmount: 288, refunds: { 929000000001: 100 } })],
  },
  ...(['lost', 'won'] as const).map((outcome) => ({
    ...{ provider: 'shopify', name: `a dispute that is ${outcome}` },
    delivered: [
      shopifyOrder(),
      shopifyDispute('disputes/create', 'needs_response', 10),
      shopifyDispute('disputes/update', outcome, 20),
    ],
    payments: [
      paid(
        shopifyIds,
        usd388,
        outcome === 'lost' ? { netAmount: 0, status: 'dispute-lost' } : { status: 'paid' },
      ),
    ],
  })),
  {
    ...{ provider: 'shopify', name: 'test mode' },
    delivered: [shopifyOrder({ test: true })],
    payments: [],
  },
]

const wooOrder = (fields: object = {}, topic = 'order.updated'): Delivered => ({
  topic,
  body: {
    ...{ id: 90_071, status: 'processing', currency: 'USD', total: '29.35', total_tax: '1.35' },
    ...{ date_paid_gmt: minute(0).slice(0, 19), date_modified_gmt: minute(0).slice(0, 19) },
    ...{ transaction_id: 'pi_90071_abc', customer_id: 26, billing: { email: adasEmail } },
    meta_data: Object.entries(metadata).map(([key, value], id) => ({ id, key, value })),
    ...{ line_items: [{ name: 'Atlas' }], refunds: [], ...fields },
  },
})

const wooIds = ['90071', 'pi_90071_abc']
const modified = (after: number) => ({ date_modified_gmt: minute(after).slice(0, 19) })

export const woocommerceScenarios: readonly Scenario[] = [
  {
    ...{ provider: 'woocommerce', name: 'an order, pending, paid and completed' },
    delivered: [
      wooOrder({ status: 'pending', date_paid_gmt: null, transaction_id: '' }, 'order.created'),
      wooOrder(),
      wooOrder({ status: 'completed', ...modified(5) }),
    ],
    payments: [paid(wooIds, [29.35, 'USD'], { product: 'Atlas' })],
  },
  ...(
    [
      ['grew', '35.00', 35],
      ['shrank', '25.00', 25],
      ['has no price any more', '0.00', 29.35],
    ] as const
  ).map(([what, total, amount]) => ({
    ...{ provider: 'woocommerce', name: `an order that ${what} by an edit` },
    delivered: [wooOrder(), wooOrder({ total, ...modified(7) }), wooOrder(modified(3))],
    payments: [paid(wooIds, [amount, 'USD'])],
  })),
  {
    ...{ provider: 'woocommerce', name: 'a refund that is deleted' },
    delivered: [
      wooOrder({ refunds: [{ id: 726, total: '-10.00' }], ...modified(10) }),
      wooOrder(modified(20)),
    ],
    payments: [paid(wooIds, [29.35, 'USD'], { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider: 'woocommerce', name: 'two refunds, each reported in the order' },
    delivered: [
      wooOrder(),
      wooOrder({ refunds: [{ id: 726, total: '-10.00' }], ...modified(10) }),
      wooOrder({
        ...modified(20),
        refunds: [
          { id: 727, total: '-9.35' },
          { id: 726, total: '-10.00' },
        ],
      }),
    ],
    payments: [paid(wooIds, [29.35, 'USD'], { netAmount: 10, refunds: { 726: 10, 727: 9.35 } })],
  },
]
