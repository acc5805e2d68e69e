import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

// Gumroad and PayPal: providers without a shared secret.

const ping = (resource_name: string, fields: object = {}): Delivered => ({
  body: {
    ...{ sale_id: 'sale-71==', seller_id: 'seller==', price: 2900, currency: 'usd' },
    ...{ sale_timestamp: minute(0), email: adasEmail, product_name: 'Atlas' },
    ...{ purchaser_id: '5550', order_number: 524_459_071, url_params: metadata },
    ...{ refunded: false, disputed: false, dispute_won: false, resource_name, ...fields },
  },
})

const usd29 = [29, 'USD'] as const

export const gumroadScenarios: readonly Scenario[] = [
  {
    ...{ provider: 'gumroad', name: 'a sale', delivered: [ping('sale')] },
    payments: [paid(['sale-71=='], usd29, { product: 'Atlas' })],
  },
  {
    ...{ provider: 'gumroad', name: 'a subscription and its renewal' },
    delivered: [
      ping('sale', { subscription_id: 'sub==' }),
      ping('sale', {
        ...{ sale_id: 'sale-72==', subscription_id: 'sub==', is_recurring_charge: true },
        sale_timestamp: minute(43_200),
      }),
    ],
    payments: [paid(['sale-71=='], usd29), paid(['sale-72=='], usd29, { renewal: true })],
  },
  {
    ...{ provider: 'gumroad', name: 'a refund' },
    delivered: [ping('sale'), ping('refund', { refunded: true })],
    payments: [paid(['sale-71=='], usd29, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider: 'gumroad', name: 'a sale with a fee' },
    delivered: [ping('sale', { gumroad_fee: 340 })],
    payments: [paid(['sale-71=='], usd29, { fees: 3.4, takeHome: 25.6 })],
  },
  {
    ...{ provider: 'gumroad', name: 'a refunded sale, of which Gumroad keeps the fee' },
    delivered: [
      ping('sale', { gumroad_fee: 340 }),
      ping('refund', { refunded: true, gumroad_fee: 340 }),
    ],
    payments: [paid(['sale-71=='], usd29, { netAmount: 0, fees: 3.4, takeHome: -3.4 })],
  },
  {
    ...{ provider: 'gumroad', name: 'a dispute' },
    delivered: [ping('sale'), ping('dispute', { disputed: true })],
    payments: [paid(['sale-71=='], usd29, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider: 'gumroad', name: 'a dispute that is won' },
    delivered: [
      ping('sale'),
      ping('dispute_won', { disputed: true, dispute_won: true }),
      ping('dispute', { disputed: true }),
    ],
    payments: [paid(['sale-71=='], usd29, { status: 'paid' })],
  },
  {
    ...{ provider: 'gumroad', name: 'a sale to oneself' },
    delivered: [ping('sale', { test: true })],
    payments: [],
  },
]

function event(event_type: string, resource: object, after = 0): Delivered {
  const id = `WH-${event_type}-${after}`
  return { body: { id, event_type, create_time: minute(after), resource } }
}

const custom_id = Object.values(metadata).join(':')
const captured = {
  ...{ id: 'CAP71', status: 'COMPLETED', amount: { value: '29.00', currency_code: 'USD' } },
  ...{ custom_id, final_capture: true, create_time: minute(0), update_time: minute(0) },
  supplementary_data: { related_ids: { order_id: 'ORD71' } },
}
const capture = event('PAYMENT.CAPTURE.COMPLETED', captured)
const up = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP71' }]
const refund = (type: string, status: string, after: number, fields: object = {}) =>
  event(
    type,
    {
      ...{ id: 'REF71', status, amount: { value: '2.00', currency_code: 'USD' } },
      ...{ links: up, create_time: minute(10), update_time: minute(after), ...fields },
    },
    after,
  )
const sale = (id: string, after = 0) =>
  event(
    'PAYMENT.SALE.COMPLETED',
    {
      ...{ id, state: 'completed', amount: { total: '19.00', currency: 'USD' } },
      ...{ billing_agreement_id: 'I-71', custom: custom_id, create_time: minute(after) },
    },
    after,
  )

const dispute = (status: string, after: number, outcome?: string) =>
  event(
    after === 10 ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    {
      ...{
        dispute_id: 'PP-D-71',
        status,
        disputed_transactions: [{ seller_transaction_id: 'CAP71' }],
      },
      ...{ dispute_amount: { value: '29.00', currency_code: 'USD' }, update_time: minute(after) },
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    },
    after,
  )

// Captures name no address.
const bare = { customerEmail: null }

export const paypalScenarios: readonly Scenario[] = [
  {
    ...{ provider: 'paypal', name: 'a capture', delivered: [capture] },
    payments: [paid(['CAP71', 'ORD71'], usd29, bare)],
  },
  {
    ...{ provider: 'paypal', name: 'a subscription’s sales' },
    delivered: [sale('SALE71'), sale('SALE72', 43_200)],
    payments: [
      paid(['SALE71'], [19, 'USD'], bare),
      paid(['SALE72'], [19, 'USD'], { ...bare, renewal: true }),
    ],
  },
  {
    ...{ provider: 'paypal', name: 'a capture with fees, and a refund that returns some' },
    delivered: [
      event('PAYMENT.CAPTURE.COMPLETED', {
        ...captured,
        seller_receivable_breakdown: {
          paypal_fee: { value: '1.31', currency_code: 'USD' },
          platform_fees: [{ amount: { value: '0.50', currency_code: 'USD' } }],
        },
      }),
      refund('PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', 10, {
        seller_payable_breakdown: { paypal_fee: { value: '0.06', currency_code: 'USD' } },
      }),
    ],
    payments: [paid(['CAP71'], usd29, { ...bare, netAmount: 27, fees: 1.75, takeHome: 25.25 })],
  },
  {
    ...{ provider: 'paypal', name: 'a refund with fees that fails after all' },
    delivered: [
      event('PAYMENT.SALE.COMPLETED', {
        ...{ id: 'CAP71', state: 'completed', amount: { total: '29.00', currency: 'USD' } },
        ...{ custom: custom_id, create_time: minute(0) },
        transaction_fee: { value: '1.31', currency: 'USD' },
      }),
      refund('PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', 10, {
        seller_payable_breakdown: { paypal_fee: { value: '0.06', currency_code: 'USD' } },
      }),
      refund('PAYMENT.REFUND.FAILED', 'FAILED', 20),
    ],
    payments: [paid(['CAP71'], usd29, { ...bare, fees: 1.31, takeHome: 27.69 })],
  },
  {
    ...{ provider: 'paypal', name: 'a partial refund' },
    delivered: [capture, refund('PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', 10)],
    payments: [paid(['CAP71'], usd29, { ...bare, netAmount: 27, refunds: { REF71: 2 } })],
  },
  {
    ...{ provider: 'paypal', name: 'a refund that fails after all' },
    delivered: [
      capture,
      refund('PAYMENT.CAPTURE.REFUNDED', 'COMPLETED', 10),
      refund('PAYMENT.REFUND.FAILED', 'FAILED', 20),
    ],
    payments: [paid(['CAP71'], usd29, { ...bare, status: 'paid', refunds: {} })],
  },
  {
    ...{ provider: 'paypal', name: 'the shop’s own number' },
    delivered: [{ body: { ...capture.body, resource: { ...captured, custom_id: 'order-42' } } }],
    payments: [paid(['CAP71'], usd29, { ...bare, given: { visitorId: null, sessionId: null } })],
  },
  ...(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR'] as const).map((outcome) => ({
    ...{ provider: 'paypal', name: `a dispute with the outcome ${outcome}` },
    delivered: [capture, dispute('OPEN', 10), dispute('RESOLVED', 20, outcome)],
    payments: [
      paid(['CAP71'], usd29, {
        ...bare,
        ...(outcome === 'RESOLVED_BUYER_FAVOUR'
          ? { netAmount: 0, status: 'dispute-lost' }
          : { status: 'paid' }),
      }),
    ],
  })),
]
