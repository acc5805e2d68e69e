import {
  adasEmail,
  type Delivered,
  metadata,
  minute,
  paid,
  type Scenario,
  second,
} from './scenario.ts'

const provider = 'creem'

function event(eventType: string, object: Readonly<Record<string, unknown>>, after = 0): Delivered {
  const id = `evt_${eventType}_${String(object.id)}_${after}`
  return { body: { id, eventType, created_at: second(after) * 1000, object } }
}

const customer = { id: 'cust_ada', email: adasEmail }
const product = { id: 'prod_1', name: 'Atlas', price: 1000, currency: 'EUR' }

const order = (type: string) => ({
  ...{ id: 'ord_1', type, status: 'paid', currency: 'EUR', amount: 1000, tax_amount: 210 },
  ...{ amount_paid: 1210, transaction: type === 'onetime' ? 'tran_1' : undefined },
})

const checkout = (type: string) =>
  event('checkout.completed', {
    ...{ id: 'ch_1', object: 'checkout', order: order(type), product, customer, metadata },
    mode: 'prod',
  })

const subscriptionPaid = (transactionId: string, after = 0) =>
  event(
    'subscription.paid',
    {
      ...{ id: 'sub_1', object: 'subscription', product, customer, metadata, mode: 'prod' },
      ...{ last_transaction_id: transactionId, last_transaction_date: minute(after) },
      last_transaction: { id: transactionId, amount_paid: 1210, tax_amount: 210, currency: 'EUR' },
    },
    after,
  )

const eur = [12.1, 'EUR'] as const

export const creemScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a one-time checkout', delivered: [checkout('onetime')] },
    payments: [paid(['ord_1', 'tran_1', 'ch_1'], eur, { product: 'Atlas' })],
  },
  {
    ...{ provider, name: 'a subscription and its renewal, with its checkout of the same payment' },
    delivered: [
      checkout('recurring'),
      subscriptionPaid('tran_1'),
      subscriptionPaid('tran_2', 43_200),
    ],
    payments: [paid(['tran_1'], eur), paid(['tran_2'], eur, { renewal: true })],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      event('subscription.trialing', {
        ...{ id: 'sub_1', product, customer, metadata, created_at: minute(0), mode: 'prod' },
      }),
      subscriptionPaid('tran_1', 20_160),
    ],
    payments: [paid(['tran_1'], eur)],
  },
  {
    ...{ provider, name: 'a refund' },
    delivered: [
      checkout('onetime'),
      event(
        'refund.created',
        {
          ...{ id: 'ref_1', status: 'succeeded', refund_amount: 1210, refund_currency: 'EUR' },
          ...{ transaction: { id: 'tran_1', order: 'ord_1' }, order: { id: 'ord_1' } },
          ...{ created_at: minute(10), mode: 'prod' },
        },
        10,
      ),
    ],
    payments: [
      paid(['ord_1'], eur, { netAmount: 0, status: 'refunded', refunds: { ref_1: 12.1 } }),
    ],
  },
  {
    ...{ provider, name: 'test mode' },
    delivered: [event('checkout.completed', { ...testCheckout(), mode: 'test' })],
    payments: [],
  },
]

function testCheckout() {
  return { id: 'ch_1', order: order('onetime'), product, customer, metadata }
}
