import {
  adasEmail,
  type Delivered,
  eventId,
  metadata,
  paid,
  type Scenario,
  second,
} from './scenario.ts'

const provider = 'chargebee'

function event(event_type: string, content: object, after = 0): Delivered {
  const said = {
    event_type,
    occurred_at: second(after),
    object: 'event',
    api_version: 'v2',
    content,
  }
  return { body: { ...said, id: eventId(said) } }
}

const customer = { id: 'cust_ada', email: adasEmail, object: 'customer', cf_phone: '+49 30 1' }
const subscription = {
  ...{ id: 'sub_1', customer_id: 'cust_ada', status: 'active', currency_code: 'EUR' },
  ...{ subscription_items: [{ item_price_id: 'atlas-monthly' }], meta_data: metadata },
}
const transactionFields = {
  ...{ id: 'txn_1', type: 'payment', status: 'success', amount: 1190, currency_code: 'EUR' },
  ...{ customer_id: 'cust_ada', subscription_id: 'sub_1', gateway: 'stripe' },
  ...{ id_at_gateway: 'pi_atlas_71', date: second(0), updated_at: second(0), deleted: false },
}
const invoice = {
  ...{ id: 'INV-1', subscription_id: 'sub_1', recurring: true, first_invoice: true },
  ...{ total: 1190, tax: 190, amount_paid: 1190, currency_code: 'EUR', status: 'paid' },
}

const payment = (fields: object = {}, billed: object = {}, after = 0) =>
  event(
    'payment_succeeded',
    {
      transaction: {
        ...{ ...transactionFields, date: second(after), updated_at: second(after), ...fields },
      },
      ...{ invoice: { ...invoice, ...billed }, customer, subscription },
    },
    after,
  )

const second2 = { id: 'txn_2', id_at_gateway: 'pi_atlas_72' }
const renewed = payment(second2, { id: 'INV-2', first_invoice: false }, 43_200)

const refund = (type: string, fields: object = {}, after = 10) =>
  event(
    type,
    {
      transaction: {
        ...{ id: 'txn_r1', type: 'refund', status: 'success', amount: 500, currency_code: 'EUR' },
        ...{ refunded_txn_id: 'txn_1', date: second(after), updated_at: second(after) },
        ...{ linked_payments: [{ id: 'txn_1', status: 'success' }], ...fields },
      },
      credit_note: { id: 'CN-1', type: 'refundable', total: 500 },
      customer,
    },
    after,
  )

const changed = (fields: object, after: number) =>
  event(
    'transaction_updated',
    { transaction: { ...transactionFields, updated_at: second(after), ...fields } },
    after,
  )

const eur = [11.9, 'EUR'] as const

export const chargebeeScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [payment(), renewed],
    payments: [
      paid(['txn_1', 'pi_atlas_71'], eur, { product: 'atlas-monthly', netTax: 1.9 }),
      paid(['txn_2', 'pi_atlas_72'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a one-off charge of a part of an invoice, with ids in custom fields' },
    delivered: [
      event('payment_succeeded', {
        transaction: { ...transactionFields, subscription_id: null, amount: 500 },
        invoice: { ...invoice, subscription_id: null, recurring: false, first_invoice: false },
        customer: {
          ...customer,
          ...Object.fromEntries(
            Object.entries(metadata).map(([name, value]) => [`cf_${name}`, value]),
          ),
        },
      }),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], [5, 'EUR'])],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      event('subscription_created', {
        subscription: { ...subscription, status: 'in_trial', trial_start: second(0) },
        customer,
      }),
      payment({}, { first_invoice: false }, 20_160),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], eur)],
  },
  {
    ...{ provider, name: 'a refund of a part, which is in progress first' },
    delivered: [
      payment(),
      refund('refund_initiated', { status: 'in_progress' }, 9),
      refund('payment_refunded'),
    ],
    payments: [
      paid(['txn_1', 'pi_atlas_71'], eur, {
        ...{ netAmount: 6.9, status: 'partially-refunded', refunds: { txn_r1: 5 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [
      payment(),
      refund('payment_refunded'),
      refund('transaction_updated', { status: 'late_failure' }, 20),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], eur, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a full refund' },
    delivered: [payment(), refund('payment_refunded', { amount: 1190 })],
    payments: [
      paid(['txn_1', 'pi_atlas_71'], eur, { netAmount: 0, status: 'refunded', netTax: 0 }),
    ],
  },
  {
    ...{ provider, name: 'a direct debit that bounces, and the transaction that reverses it' },
    delivered: [
      payment(),
      changed({ status: 'late_failure' }, 20),
      refund('transaction_updated', { id: 'txn_v', type: 'payment_reversal', amount: 1190 }, 21),
    ],
    payments: [
      paid(['txn_1', 'pi_atlas_71'], eur, {
        ...{ netAmount: 0, status: 'refunded', refunds: { reversal: 11.9 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a chargeback' },
    delivered: [
      payment(),
      refund('payment_refunded', { id: 'txn_c', payment_method: 'chargeback', amount: 1190 }, 30),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], eur, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a chargeback that is deleted again' },
    delivered: [
      payment(),
      refund('payment_refunded', { id: 'txn_c', payment_method: 'chargeback', amount: 1190 }, 30),
      refund(
        'transaction_deleted',
        {
          ...{ id: 'txn_c', payment_method: 'chargeback', amount: 1190, deleted: true },
          date: second(40),
        },
        40,
      ),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], eur, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a payment in yen, which are sent whole' },
    delivered: [
      payment(
        { amount: 1500, currency_code: 'JPY' },
        { total: 1500, tax: 136, currency_code: 'JPY' },
      ),
    ],
    payments: [paid(['txn_1', 'pi_atlas_71'], [1500, 'JPY'], { netTax: 136 })],
  },
  {
    ...{ provider, name: 'a payment in dinars, which have three decimals' },
    delivered: [payment({ amount: 1995, currency_code: 'KWD' })],
    payments: [paid(['txn_1', 'pi_atlas_71'], [1.995, 'KWD'])],
  },
  {
    ...{ provider, name: 'what is no money: a pending debit, an authorization, a free invoice' },
    delivered: [
      payment({ status: 'in_progress' }),
      payment({ type: 'authorization' }),
      payment({ amount: 0 }),
      event('invoice_generated', { invoice }),
    ],
    payments: [],
  },
]
