import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'dodopayments'

function event(type: string, data: object, after = 0): Delivered {
  return { body: { business_id: 'bus_1', type, timestamp: minute(after), data } }
}

const customer = { customer_id: 'cus_ada', email: adasEmail }

const payment = (payment_id: string, fields: object = {}, after = 0) =>
  event(
    'payment.succeeded',
    {
      ...{ payload_type: 'Payment', payment_id, status: 'succeeded', total_amount: 3132, tax: 232 },
      ...{ currency: 'USD', settlement_amount: 2900, settlement_currency: 'EUR', metadata },
      ...{ subscription_id: null, customer, created_at: minute(after), ...fields },
    },
    after,
  )

const subscription = (fields: object = {}) =>
  event('subscription.active', {
    ...{ payload_type: 'Subscription', subscription_id: 'sub_1', currency: 'USD', metadata },
    ...{ customer, trial_period_days: 0, created_at: minute(0), product_id: 'pdt_1', ...fields },
  })

const refunded = (status: string, after: number) =>
  event(
    `refund.${status}`,
    {
      ...{ payload_type: 'Refund', refund_id: 'ref_1', payment_id: 'pay_1', is_partial: true },
      ...{ amount: 1000, currency: 'USD', status, created_at: minute(10) },
    },
    after,
  )

const dispute = (state: string, after: number) =>
  event(
    `dispute.${state}`,
    { payload_type: 'Dispute', dispute_id: 'dis_1', payment_id: 'pay_1', ...disputed },
    after,
  )
const disputed = { amount: '3132', currency: 'USD' }
const usd = [31.32, 'USD'] as const

export const dodopaymentsScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a one-off with its checkout' },
    delivered: [payment('pay_1', { checkout_session_id: 'cks_1' })],
    payments: [paid(['pay_1', 'cks_1'], usd)],
  },
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [
      subscription(),
      payment('pay_1', { subscription_id: 'sub_1' }),
      payment('pay_2', { subscription_id: 'sub_1' }, 43_200),
      event('subscription.renewed', { payload_type: 'Subscription', subscription_id: 'sub_1' }),
    ],
    payments: [paid(['pay_1'], usd), paid(['pay_2'], usd, { renewal: true })],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      subscription({ trial_period_days: 14 }),
      payment('pay_1', { subscription_id: 'sub_1' }, 20_160),
    ],
    payments: [paid(['pay_1'], usd)],
  },
  {
    ...{ provider, name: 'a partial refund, also named by a late copy of the payment' },
    delivered: [
      payment('pay_1', { refund_status: 'partial', refunds: [{ refund_id: 'ref_1' }] }),
      refunded('succeeded', 10),
    ],
    payments: [paid(['pay_1'], usd, { netAmount: 21.32, refunds: { ref_1: 10 } })],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [payment('pay_1'), refunded('succeeded', 10), refunded('failed', 20)],
    payments: [paid(['pay_1'], usd, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a dispute that is lost' },
    delivered: [payment('pay_1'), dispute('opened', 10), dispute('lost', 20)],
    payments: [paid(['pay_1'], usd, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a dispute that is won' },
    delivered: [payment('pay_1'), dispute('opened', 10), dispute('won', 20)],
    payments: [paid(['pay_1'], usd, { status: 'paid' })],
  },
]
