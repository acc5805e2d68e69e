import { ada, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'paddle'

function event(event_type: string, data: Readonly<Record<string, unknown>>, after = 0): Delivered {
  const event_id = `evt_${event_type}_${String(data.id)}_${after}`
  return { body: { event_id, event_type, occurred_at: minute(after), data } }
}

const transaction = (id: string, fields: object = {}, after = 0, type = 'completed') =>
  event(
    `transaction.${type}`,
    {
      ...{ id, origin: 'web', customer_id: 'ctm_ada', subscription_id: null, currency_code: 'USD' },
      ...{ custom_data: metadata, billed_at: minute(after) },
      details: {
        totals: { total: '2990', grand_total: '2990', tax: '498', currency_code: 'USD' },
        line_items: [{ product: { name: 'Atlas' } }],
      },
      payments: [{ status: 'captured', captured_at: minute(after) }],
      ...fields,
    },
    after,
  )

const adjustment = (id: string, action: string, status: string, after: number) =>
  event(
    after === 10 ? 'adjustment.created' : 'adjustment.updated',
    {
      ...{ id, action, status, transaction_id: 'txn_1', currency_code: 'USD' },
      ...{ totals: { total: '990', currency_code: 'USD' }, updated_at: minute(after) },
      created_at: minute(10),
    },
    after,
  )

const withTotals = ({ body }: Delivered, totals: object): Delivered => {
  const { data, ...event } = body as { data: object }
  return { body: { ...event, data: { ...data, ...totals } } }
}

const costing = {
  details: {
    totals: {
      ...{ total: '2990', grand_total: '2990', tax: '498', currency_code: 'USD' },
      ...{ fee: '200', earnings: '2292' },
    },
    line_items: [{ product: { name: 'Atlas' } }],
  },
}

const once = (fields: object = {}) => [
  transaction('txn_1', fields, 0, 'paid'),
  transaction('txn_1', fields),
]
// Transactions refer to the customer, not the address.
const usd = (ids: readonly string[], more: object = {}) =>
  paid(ids, [29.9, 'USD'], { customerEmail: null, given: ada, ...more })

export const paddleScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a transaction, paid and completed', delivered: once() },
    payments: [usd(['txn_1'], { product: 'Atlas' })],
  },
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [
      ...once({ subscription_id: 'sub_1' }),
      transaction('txn_2', { subscription_id: 'sub_1', origin: 'subscription_recurring' }, 43_200),
    ],
    payments: [usd(['txn_1']), usd(['txn_2'], { renewal: true })],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      ...['created', 'trialing'].map((type) => {
        const fields = { status: 'trialing', currency_code: 'USD', started_at: minute(0) }
        const data = { id: 'sub_1', ...fields, custom_data: metadata, customer_id: 'ctm_ada' }
        return event(`subscription.${type}`, data)
      }),
      transaction('txn_2', { subscription_id: 'sub_1', origin: 'subscription_recurring' }, 20_160),
    ],
    payments: [usd(['txn_2'], { renewal: false })],
  },
  {
    ...{ provider, name: 'a refund that waits for approval' },
    delivered: [...once(), adjustment('adj_1', 'refund', 'pending_approval', 10)],
    payments: [usd(['txn_1'], { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a refund that is approved' },
    delivered: [
      ...once(),
      adjustment('adj_1', 'refund', 'pending_approval', 10),
      adjustment('adj_1', 'refund', 'approved', 20),
    ],
    payments: [usd(['txn_1'], { netAmount: 20, refunds: { adj_1: 9.9 } })],
  },
  {
    ...{ provider, name: 'a refund that is reversed' },
    delivered: [
      ...once(),
      adjustment('adj_1', 'refund', 'approved', 20),
      adjustment('adj_1', 'refund', 'reversed', 30),
    ],
    payments: [usd(['txn_1'], { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a trial with a setup fee' },
    delivered: [
      ...once({ subscription_id: 'sub_1' }),
      event('subscription.trialing', {
        ...{ id: 'sub_1', status: 'trialing', currency_code: 'USD', started_at: minute(0) },
        custom_data: metadata,
      }),
    ],
    trials: 1,
    payments: [usd(['txn_1'], { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a transaction whose fee is known once it is completed' },
    delivered: [transaction('txn_1', {}, 0, 'paid'), transaction('txn_1', costing)],
    payments: [usd(['txn_1'], { fees: 2, netTax: 4.98, takeHome: 22.92 })],
  },
  {
    ...{ provider, name: 'a refund that returns some of the fee' },
    delivered: [
      transaction('txn_1', costing),
      withTotals(adjustment('adj_1', 'refund', 'approved', 20), {
        totals: { total: '990', tax: '165', earnings: '775', fee: '50', currency_code: 'USD' },
      }),
    ],
    // 20.00 less tax of 3.33 and fees of 1.50: according to Paddle's earnings, 22.92 - 7.75.
    payments: [usd(['txn_1'], { netAmount: 20, fees: 1.5, netTax: 3.33, takeHome: 15.17 })],
  },
  {
    ...{ provider, name: 'a refund with fees that is reversed' },
    delivered: [
      transaction('txn_1', costing),
      ...(['approved', 'reversed'] as const).map((status, index) =>
        withTotals(adjustment('adj_1', 'refund', status, 20 + index), {
          totals: { total: '990', tax: '165', earnings: '775', currency_code: 'USD' },
        }),
      ),
    ],
    payments: [usd(['txn_1'], { fees: 2, netTax: 4.98, takeHome: 22.92 })],
  },
  {
    ...{ provider, name: 'a chargeback with a fee in the currency of payouts' },
    delivered: [
      transaction('txn_1', costing),
      withTotals(adjustment('adj_2', 'chargeback', 'approved', 10), {
        totals: { total: '2990', tax: '498', earnings: '2292', currency_code: 'USD' },
        payout_totals: {
          ...{ total: '2392', currency_code: 'GBP' },
          chargeback_fee: { amount: '1200', original: { amount: '1500', currency_code: 'USD' } },
        },
      }),
    ],
    payments: [usd(['txn_1'], { netAmount: 0, fees: 15, netTax: 0, takeHome: -15 })],
  },
  {
    ...{ provider, name: 'a chargeback that is reversed' },
    delivered: [
      ...once(),
      adjustment('adj_2', 'chargeback', 'approved', 10),
      adjustment('adj_3', 'chargeback_reverse', 'approved', 20),
    ],
    payments: [usd(['txn_1'], { status: 'paid' })],
  },
]
