import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'lemonsqueezy'

function event(event_name: string, [type, id]: [string, string], attributes: object): Delivered {
  return {
    body: {
      meta: { event_name, test_mode: false, custom_data: metadata },
      data: { type, id, attributes: { ...common, ...attributes } },
    },
  }
}

const common = {
  ...{ currency: 'EUR', customer_id: 11, user_email: adasEmail, test_mode: false },
  ...{ created_at: minute(0), updated_at: minute(0) },
}

const order = (fields: object = {}, name = 'order_created') =>
  event(name, ['orders', '71'], {
    ...{ identifier: 'a0c1d2e3-0000-4000-8000-000000000071', status: 'paid', refunded: false },
    ...{ total: 1199, tax: 200, setup_fee: 0, refunded_amount: 0, total_formatted: '€11.99' },
    ...{ first_order_item: { product_name: 'Atlas' }, ...fields },
  })

const invoice = (id: string, fields: object, after = 0, name = 'subscription_payment_success') =>
  event(name, ['subscription-invoices', id], {
    ...{ subscription_id: 31, billing_reason: 'renewal', status: 'paid', refunded: false },
    ...{ total: 1199, tax: 200, total_formatted: '€11.99', refunded_amount: 0 },
    ...{ created_at: minute(after), updated_at: minute(after), ...fields },
  })

const subscription = (fields: object = {}) =>
  event('subscription_created', ['subscriptions', '31'], {
    ...{ order_id: 71, status: 'active', product_name: 'Atlas', ...fields },
  })

const ids = ['order:71', 'a0c1d2e3-0000-4000-8000-000000000071']
const eur = [11.99, 'EUR'] as const

export const lemonsqueezyScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'an order', delivered: [order()] },
    payments: [paid(ids, eur, { product: 'Atlas' })],
  },
  {
    ...{ provider, name: 'a subscription’s order, its initial invoice and a renewal' },
    delivered: [
      order(),
      subscription(),
      invoice('91', { billing_reason: 'initial' }),
      invoice('92', {}, 43_200),
    ],
    payments: [
      paid([...ids, 'subscription-invoice:91'], eur, { renewal: false }),
      paid(['subscription-invoice:92'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      order({ total: 0, tax: 0, total_formatted: '€0.00' }),
      subscription({ status: 'on_trial' }),
      invoice('92', {}, 20_160),
    ],
    payments: [paid(['subscription-invoice:92'], eur, { renewal: false })],
  },
  {
    ...{ provider, name: 'a trial with a setup fee, in the same second' },
    delivered: [
      order({ total: 501, tax: 80, setup_fee: 421, total_formatted: '€5.01' }),
      subscription({ status: 'on_trial' }),
      invoice('92', {}, 20_160),
    ],
    payments: [
      paid(ids, [5.01, 'EUR'], { status: 'paid' }),
      paid(['subscription-invoice:92'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a part refunded, then all' },
    delivered: [
      order(),
      order({ status: 'partial_refund', refunded_amount: 400 }, 'order_refunded'),
      order(
        { status: 'refunded', refunded: true, refunded_amount: 1199, refunded_at: minute(9) },
        'order_refunded',
      ),
    ],
    payments: [paid(ids, eur, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider, name: 'test mode' },
    delivered: [order({ test_mode: true })],
    payments: [],
  },
]
