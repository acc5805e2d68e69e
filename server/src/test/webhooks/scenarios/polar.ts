import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'polar'

function event(type: string, data: object, after = 0): Delivered {
  return { body: { type, timestamp: minute(after), data } }
}

const orderFields = {
  ...{ id: '0f2b6a10-0000-4000-8000-000000000001', status: 'paid', currency: 'usd' },
  ...{ checkout_id: '0f2b6a10-0000-4000-8000-00000000c001', billing_reason: 'purchase' },
  ...{ net_amount: 9000, tax_amount: 720, total_amount: 9720, subscription_id: null, metadata },
  ...{ customer_id: 'cust_ada', customer: { email: adasEmail }, product: { name: 'Atlas' } },
}

const order = (fields: object = {}, after = 0, type = 'order.paid') =>
  event(type, { ...orderFields, ...fields }, after)

const refund = (status: string, after: number, type = 'refund.created') =>
  event(
    type,
    {
      ...{ id: 'ref_1', status, order_id: orderFields.id, currency: 'usd', metadata: {} },
      ...{ amount: 1000, tax_amount: 80, created_at: minute(5), modified_at: minute(after) },
    },
    after,
  )

const cycle = {
  ...{ id: '0f2b6a10-0000-4000-8000-000000000002', billing_reason: 'subscription_cycle' },
  subscription_id: 'sub_1',
}
const usd = [97.2, 'USD'] as const

export const polarScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'an order, pending and paid' },
    delivered: [order({ status: 'pending' }, 0, 'order.created'), order()],
    payments: [paid([orderFields.id, orderFields.checkout_id], usd, { product: 'Atlas' })],
  },
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [
      order({ subscription_id: 'sub_1', billing_reason: 'subscription_create' }),
      order(cycle, 43_200),
    ],
    payments: [paid([orderFields.id], usd), paid([cycle.id], usd, { renewal: true })],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      event('subscription.created', {
        ...{ id: 'sub_1', status: 'trialing', currency: 'usd', trial_start: minute(0), metadata },
        customer: { email: adasEmail },
      }),
      order({
        ...{ subscription_id: 'sub_1', billing_reason: 'subscription_create' },
        ...{ total_amount: 0, tax_amount: 0 },
      }),
      order(cycle, 20_160),
    ],
    payments: [paid([cycle.id], usd, { renewal: false })],
  },
  {
    ...{ provider, name: 'a refund with its tax, reported alone and in the sum' },
    delivered: [
      order(),
      refund('pending', 5),
      refund('succeeded', 6, 'refund.updated'),
      order({ refunded_amount: 1000, refunded_tax_amount: 80 }, 6, 'order.refunded'),
    ],
    payments: [
      paid([orderFields.id], usd, {
        ...{ netAmount: 86.4, status: 'partially-refunded', refunds: { ref_1: 10.8 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'an order whose fee is computed after it was paid' },
    delivered: [
      order({ platform_fee_amount: 0 }),
      order({ platform_fee_amount: 480, platform_fee_currency: 'usd' }, 1, 'order.updated'),
      refund('succeeded', 6, 'refund.updated'),
    ],
    // According to Polar 0.80 of the refund is tax, and it keeps its fee.
    payments: [
      paid([orderFields.id], usd, { netAmount: 86.4, fees: 4.8, netTax: 6.4, takeHome: 75.2 }),
    ],
  },
  {
    ...{ provider, name: 'an order whose fee is not known yet' },
    delivered: [order({ platform_fee_amount: 0 })],
    payments: [paid([orderFields.id], usd, { fees: null, takeHome: null, netTax: 7.2 })],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [
      order(),
      refund('succeeded', 6, 'refund.updated'),
      order({ refunded_amount: 1000, refunded_tax_amount: 80 }, 6, 'order.refunded'),
      refund('failed', 9, 'refund.updated'),
    ],
    payments: [paid([orderFields.id], usd, { status: 'paid', refunds: {} })],
  },
]
