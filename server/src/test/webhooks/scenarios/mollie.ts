import {
  adasEmail,
  type Delivered,
  eventId,
  metadata,
  minute,
  paid,
  type Scenario,
} from './scenario.ts'

const provider = 'mollie'

function event(type: string, entity: object, after = 0): Delivered {
  const said = {
    ...{ resource: 'event', type, entityId: 'tr_1', createdAt: minute(after) },
    _embedded: { entity },
  }
  return { body: { ...said, id: `event_${eventId(said)}` } }
}

const paymentFields = {
  ...{ resource: 'payment', id: 'tr_1', mode: 'live', status: 'paid', description: 'Atlas' },
  ...{ amount: { value: '29.50', currency: 'EUR' }, method: 'ideal', sequenceType: 'oneoff' },
  ...{ amountRefunded: { value: '0.00', currency: 'EUR' }, profileId: 'pfl_1', metadata },
  ...{ customerId: 'cst_ada', billingAddress: { givenName: 'Ada', email: adasEmail } },
}

const payment = (fields: object = {}, after = 0) =>
  event('payment.paid', { ...paymentFields, paidAt: minute(after), ...fields }, after)

const refund = (status: string, after: number, fields: object = {}) =>
  event(
    `refund.${status}`,
    {
      ...{ resource: 'refund', id: 're_1', mode: 'live', status, paymentId: 'tr_1' },
      ...{ amount: { value: '10.00', currency: 'EUR' }, createdAt: minute(10), ...fields },
    },
    after,
  )

const recurring = { sequenceType: 'recurring', subscriptionId: 'sub_1' }
const eur = [29.5, 'EUR'] as const

export const mollieScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a payment' },
    delivered: [payment()],
    payments: [paid(['tr_1'], eur, { product: 'Atlas' })],
  },
  {
    ...{ provider, name: 'a payment that is the whole body, with metadata as a text' },
    delivered: [
      { body: { ...paymentFields, paidAt: minute(0), metadata: JSON.stringify(metadata) } },
    ],
    payments: [paid(['tr_1'], eur)],
  },
  {
    ...{ provider, name: 'a first payment and the subscription’s charges after it' },
    delivered: [
      payment({ sequenceType: 'first' }),
      payment({ id: 'tr_2', ...recurring }, 43_200),
      payment({ id: 'tr_3', ...recurring }, 86_400),
    ],
    payments: [
      paid(['tr_1'], eur),
      paid(['tr_2'], eur, { renewal: true }),
      paid(['tr_3'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a refund of a part, queued first, and in a later copy of the payment' },
    delivered: [
      payment(),
      refund('queued', 10),
      refund('refunded', 20),
      payment({ amountRefunded: { value: '10.00', currency: 'EUR' } }),
    ],
    payments: [
      paid(['tr_1'], eur, {
        ...{ netAmount: 19.5, status: 'partially-refunded', refunds: { re_1: 10 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a full refund' },
    delivered: [payment(), refund('refunded', 20, { amount: { value: '29.50', currency: 'EUR' } })],
    payments: [paid(['tr_1'], eur, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [payment(), refund('refunded', 20), refund('failed', 30)],
    payments: [paid(['tr_1'], eur, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a chargeback, which only a copy of the payment shows' },
    delivered: [payment({ amountChargedBack: { value: '29.50', currency: 'EUR' } })],
    payments: [paid(['tr_1'], eur, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a payment in yen, and one in dinars, which have three decimals' },
    delivered: [
      payment({ amount: { value: '1500', currency: 'JPY' }, amountRefunded: null }),
      payment({
        ...{ id: 'tr_2', amount: { value: '1.995', currency: 'KWD' }, amountRefunded: null },
      }),
    ],
    payments: [paid(['tr_1'], [1500, 'JPY']), paid(['tr_2'], [1.995, 'KWD'])],
  },
  {
    ...{ provider, name: 'what is no money: test mode, a mandate, what is authorized or fails' },
    delivered: [
      payment({ mode: 'test' }),
      payment({ amount: { value: '0.00', currency: 'EUR' }, sequenceType: 'first' }),
      event('payment.authorized', { ...paymentFields, status: 'authorized' }),
      event('payment.failed', { ...paymentFields, status: 'failed' }),
      event('payment-link.paid', { resource: 'payment-link', id: 'pl_1', mode: 'live' }),
    ],
    payments: [],
  },
]
