import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'whop'

function event(type: string, data: object, after = 0): Delivered {
  const envelope = { id: 'msg_1', api_version: 'v1', company_id: 'biz_1' }
  return { body: { ...envelope, type, timestamp: minute(after), data } }
}

const user = { id: 'user_ada', username: 'ada', email: adasEmail }
const membership = { id: 'mem_1', status: 'active' }

const payment = (fields: object = {}, after = 0) =>
  event(
    'payment.succeeded',
    {
      ...{ id: 'pay_1', status: 'paid', substatus: 'succeeded', total: 29.5, subtotal: 25 },
      ...{ tax_amount: 4.5, amount_after_fees: 23.1, currency: 'usd', usd_total: 29.5 },
      ...{ billing_reason: 'one_time', paid_at: minute(after), created_at: minute(after) },
      ...{ user, membership, product: { id: 'prod_1', title: 'Atlas' }, metadata, ...fields },
    },
    after,
  )

const month = 43_200
const created = { billing_reason: 'subscription_create' }
const cycled = { id: 'pay_2', billing_reason: 'subscription_cycle' }

const refund = (status: string, after: number, fields: object = {}) =>
  event(
    after === 10 ? 'refund.created' : 'refund.updated',
    {
      ...{ id: 'rf_1', amount: 10, currency: 'usd', status, created_at: minute(10) },
      ...{ payment: { id: 'pay_1', total: 29.5 }, metadata: null, ...fields },
    },
    after,
  )

const dispute = (status: string, after: number) =>
  event(
    after === 10 ? 'dispute.created' : 'dispute.updated',
    {
      ...{ id: 'dspt_1', amount: 29.5, currency: 'usd', status, created_at: minute(10) },
      payment: { id: 'pay_1' },
    },
    after,
  )

const usd = [29.5, 'USD'] as const

export const whopScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'access that is bought once' },
    delivered: [payment()],
    payments: [paid(['pay_1'], usd, { product: 'Atlas', netTax: 4.5 })],
  },
  {
    ...{ provider, name: 'a total that was added up from numbers' },
    delivered: [payment({ total: 29.500000000000004, tax_amount: 4.499999999999999 })],
    payments: [paid(['pay_1'], usd, { netTax: 4.5 })],
  },
  {
    ...{ provider, name: 'a membership and its renewal' },
    delivered: [payment(created), payment(cycled, month)],
    payments: [paid(['pay_1'], usd), paid(['pay_2'], usd, { renewal: true })],
  },
  {
    ...{ provider, name: 'a free trial, the first charge after it, and the next', trials: 1 },
    delivered: [
      event('membership.activated', {
        ...{ ...membership, status: 'trialing', created_at: minute(0), user, metadata },
      }),
      payment({
        ...created,
        id: 'pay_0',
        total: 0,
        membership: { ...membership, status: 'trialing' },
      }),
      payment({ ...cycled, id: 'pay_1' }, 10_080),
      payment(cycled, 10_080 + month),
    ],
    payments: [paid(['pay_1'], usd), paid(['pay_2'], usd, { renewal: true })],
  },
  {
    ...{ provider, name: 'the newer form, with ids alone, and times in seconds' },
    delivered: [
      payment({
        ...{ ...created, user: { id: 'user_ada' }, customer_email: adasEmail, membership: null },
        ...{ membership_id: 'mem_1', product: null, product_id: 'prod_1' },
        paid_at: Date.parse(minute(0)) / 1000,
      }),
    ],
    payments: [paid(['pay_1'], usd, { product: 'prod_1' })],
  },
  {
    ...{ provider, name: 'a refund of a part, pending first' },
    delivered: [payment(), refund('pending', 10), refund('succeeded', 20)],
    payments: [
      paid(['pay_1'], usd, {
        ...{ netAmount: 19.5, status: 'partially-refunded', refunds: { rf_1: 10 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a full refund' },
    delivered: [payment(), refund('succeeded', 20, { amount: 29.5 })],
    payments: [paid(['pay_1'], usd, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [payment(), refund('succeeded', 20), refund('failed', 30)],
    payments: [paid(['pay_1'], usd, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a dispute that is lost' },
    delivered: [payment(), dispute('needs_response', 10), dispute('lost', 20)],
    payments: [paid(['pay_1'], usd, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a dispute that is won' },
    delivered: [payment(), dispute('under_review', 10), dispute('won', 20)],
    payments: [paid(['pay_1'], usd, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'an inquiry that is closed' },
    delivered: [payment(), dispute('warning_needs_response', 10), dispute('warning_closed', 20)],
    payments: [paid(['pay_1'], usd, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a payment in yen, and one in dinars, which have three decimals' },
    delivered: [
      payment({ total: 1500, currency: 'jpy', tax_amount: null }),
      payment({ id: 'pay_2', total: 1.995, currency: 'kwd', tax_amount: null }),
    ],
    payments: [paid(['pay_1'], [1500, 'JPY']), paid(['pay_2'], [1.995, 'KWD'])],
  },
  {
    ...{ provider, name: 'what is no money: a free product, a payment that is pending or failed' },
    delivered: [
      payment({ total: 0 }),
      event('payment.pending', { id: 'pay_1', total: 29.5, currency: 'usd' }),
      event('payment.failed', { id: 'pay_1', total: 29.5, currency: 'usd' }),
      event('membership.activated', { ...membership, user }),
    ],
    payments: [],
  },
]
