import { adasEmail, type Delivered, metadata, paid, type Scenario, second } from './scenario.ts'

const provider = 'razorpay'

type Entities = Readonly<Record<string, object>>

function event(type: string, entities: Entities, after = 0): Delivered {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  )
  const said = { entity: 'event', account_id: 'acc_1', event: type, payload }
  return { body: { ...said, contains: Object.keys(entities), created_at: second(after) } }
}

const payment = {
  ...{ id: 'pay_1', entity: 'payment', amount: 50_000, currency: 'INR', status: 'captured' },
  ...{ order_id: 'order_1', invoice_id: null, international: false, method: 'upi', captured: true },
  ...{ amount_refunded: 0, refund_status: null, email: adasEmail, contact: '+910000000000' },
  ...{ description: 'Atlas', notes: metadata, fee: null, tax: null, created_at: second(0) },
}
const captured = (fields: object = {}, after = 0) =>
  event('payment.captured', { payment: { ...payment, ...fields } }, after)

const subscription = {
  ...{ id: 'sub_1', entity: 'subscription', plan_id: 'plan_1', customer_id: 'cust_1' },
  ...{ status: 'active', paid_count: 1, start_at: second(0), notes: metadata },
}
const charged = (fields: object, bought: object, after = 0) => {
  const entities = {
    payment: { ...payment, invoice_id: 'inv_1', notes: [], ...fields, created_at: second(after) },
    subscription: { ...subscription, ...bought },
  }
  return [
    event('payment.captured', { payment: entities.payment }, after),
    event('subscription.charged', entities, after),
  ]
}

const refund = (type: string, fields: object = {}, after = 10) =>
  event(
    type,
    {
      refund: {
        ...{ id: 'rfnd_1', entity: 'refund', amount: 20_000, currency: 'INR', payment_id: 'pay_1' },
        ...{ status: type.replace('refund.', ''), created_at: second(10), ...fields },
      },
      payment: { ...payment, amount_refunded: 20_000, refund_status: 'partial' },
    },
    after,
  )

const dispute = (state: string, after: number, fields: object = {}) =>
  event(
    `payment.dispute.${state}`,
    {
      payment,
      dispute: {
        ...{ id: 'disp_1', entity: 'dispute', payment_id: 'pay_1', amount: 50_000 },
        ...{ currency: 'INR', amount_deducted: 0, phase: 'chargeback', ...fields },
      },
    },
    after,
  )

const inr = [500, 'INR'] as const

export const razorpayScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a payment, its order and its link, with a fee and the tax on it' },
    delivered: [
      captured({ fee: 1180, tax: 180 }),
      event('order.paid', {
        payment: { ...payment, fee: 1180, tax: 180 },
        order: { id: 'order_1', amount: 50_000, notes: [] },
      }),
      event('payment_link.paid', {
        payment: { ...payment, fee: 1180, tax: 180 },
        payment_link: { id: 'plink_1', notes: metadata },
      }),
    ],
    payments: [paid(['pay_1'], inr, { product: 'Atlas', fees: 11.8, takeHome: 488.2 })],
  },
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [
      ...charged({}, {}),
      ...charged({ id: 'pay_2', order_id: 'order_2' }, { paid_count: 2 }, 43_200),
    ],
    payments: [paid(['pay_1'], inr), paid(['pay_2'], inr, { renewal: true })],
  },
  {
    ...{ provider, name: 'a subscription that begins later, and its first charge', trials: 1 },
    delivered: [
      event('subscription.authenticated', {
        subscription: { ...subscription, paid_count: 0, start_at: second(20_160) },
      }),
      ...charged({}, { start_at: second(20_160) }, 20_160),
    ],
    payments: [paid(['pay_1'], inr)],
  },
  {
    ...{ provider, name: 'a refund of a part, created first' },
    delivered: [
      captured(),
      refund('refund.created', { status: 'pending' }),
      refund('refund.processed'),
    ],
    payments: [
      paid(['pay_1'], inr, {
        ...{ netAmount: 300, status: 'partially-refunded', refunds: { rfnd_1: 200 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a full refund, and one that fails after all' },
    delivered: [
      captured(),
      refund('refund.processed', { amount: 50_000 }),
      captured({ id: 'pay_2' }),
      refund('refund.failed', { id: 'rfnd_2', payment_id: 'pay_2' }),
    ],
    payments: [
      paid(['pay_1'], inr, { netAmount: 0, status: 'refunded' }),
      paid(['pay_2'], inr, { status: 'paid', refunds: {} }),
    ],
  },
  {
    ...{ provider, name: 'a dispute that is lost' },
    delivered: [
      captured(),
      dispute('created', 10),
      dispute('under_review', 15),
      dispute('lost', 20, { amount_deducted: 50_000, status: 'lost' }),
    ],
    payments: [paid(['pay_1'], inr, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a dispute that is won, and one that is closed' },
    delivered: [
      captured(),
      dispute('created', 10),
      dispute('won', 20),
      captured({ id: 'pay_2' }),
      dispute('created', 10, { id: 'disp_2', payment_id: 'pay_2' }),
      dispute('closed', 20, { id: 'disp_2', payment_id: 'pay_2' }),
    ],
    payments: [paid(['pay_1'], inr, { status: 'paid' }), paid(['pay_2'], inr, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a payment in yen, booked in rupees with its fee' },
    delivered: [
      captured({
        ...{ amount: 2950, currency: 'JPY', base_amount: 159_300, base_currency: 'INR' },
        ...{ international: true, fee: 5000, tax: 763 },
      }),
    ],
    payments: [paid(['pay_1'], [2950, 'JPY'], { fees: 93 })],
  },
  {
    ...{ provider, name: 'a payment in dinars, which have three decimals, without an address' },
    delivered: [captured({ amount: 295_990, currency: 'KWD', email: 'void@razorpay.com' })],
    payments: [paid(['pay_1'], [295.99, 'KWD'], { customerEmail: null })],
  },
  {
    ...{ provider, name: 'what is no money: a payment that is only authorized, and its release' },
    delivered: [
      event('payment.authorized', {
        payment: { ...payment, status: 'authorized', captured: false },
      }),
      event('refund.processed', {
        refund: {
          ...{ id: 'rfnd_1', amount: 50_000, currency: 'INR', payment_id: 'pay_1' },
          ...{ status: 'processed', created_at: second(10) },
        },
        payment: { ...payment, status: 'refunded', captured: false },
      }),
    ],
    payments: [],
  },
]
