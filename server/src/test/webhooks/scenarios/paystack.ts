import { adasEmail, type Delivered, metadata, minute, paid, type Scenario } from './scenario.ts'

const provider = 'paystack'

const chargeFields = {
  ...{ id: 4_099_260_516, domain: 'live', status: 'success', reference: 'ref_1', amount: 550_000 },
  ...{ currency: 'NGN', fees: 18_250, channel: 'card', plan: {}, metadata, log: null },
  ...{
    customer: { id: 71, email: adasEmail, customer_code: 'CUS_ada' },
    requested_amount: 550_000,
  },
  ...{ authorization: { authorization_code: 'AUTH_ada' } },
}

const charge = (fields: object = {}, after = 0): Delivered => ({
  body: {
    event: 'charge.success',
    data: { ...chargeFields, paid_at: minute(after), created_at: minute(after), ...fields },
  },
})

const refund = (status: string, fields: object = {}): Delivered => ({
  body: {
    event: `refund.${status}`,
    data: {
      ...{ status, transaction_reference: 'ref_1', refund_reference: 'TRF_1', amount: '200000' },
      ...{ currency: 'NGN', customer: { email: adasEmail }, integration: 1, domain: 'live' },
      ...fields,
    },
  },
})

const dispute = (what: string, fields: object): Delivered => ({
  body: {
    event: `charge.dispute.${what}`,
    data: {
      ...{ id: 358_950, refund_amount: 550_000, currency: 'NGN', domain: 'live' },
      ...{ transaction: { id: 4_099_260_516, reference: 'ref_1', amount: 550_000 } },
      ...{ created_at: minute(30), updated_at: minute(40), resolution: null, ...fields },
    },
  },
})
const opened = dispute('create', { status: 'awaiting-merchant-feedback', updated_at: minute(30) })
const accepted = dispute('resolve', { status: 'resolved', resolution: 'merchant-accepted' })

const plan = { id: 9, name: 'Atlas', plan_code: 'PLN_atlas', interval: 'monthly' }
const ngn = [5500, 'NGN'] as const
const fees = { fees: 182.5, takeHome: 5317.5 }

export const paystackScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a charge with its fee' },
    delivered: [charge()],
    payments: [paid(['ref_1'], ngn, fees)],
  },
  {
    ...{ provider, name: 'a subscription and its renewal, which carries nothing of the shop’s' },
    delivered: [
      charge({ plan }),
      charge({ reference: 'ref_2', plan, metadata: '' }, 43_200),
      {
        body: {
          event: 'subscription.create',
          data: { domain: 'live', subscription_code: 'SUB_1', plan, amount: 550_000 },
        },
      },
    ],
    payments: [
      paid(['ref_1'], ngn, { product: 'Atlas' }),
      paid(['ref_2'], ngn, { renewal: true, given: { visitorId: null, sessionId: null } }),
    ],
  },
  {
    ...{ provider, name: 'metadata as a text, and as the fields that the dashboard shows' },
    delivered: [
      charge({ metadata: JSON.stringify(metadata) }),
      charge({
        reference: 'ref_2',
        metadata: {
          custom_fields: Object.entries(metadata).map(([variable_name, value]) => ({
            ...{ display_name: variable_name, variable_name, value },
          })),
        },
      }),
    ],
    payments: [paid(['ref_1'], ngn), paid(['ref_2'], ngn)],
  },
  {
    ...{ provider, name: 'a refund of a part, pending first' },
    delivered: [charge(), refund('pending', { refund_reference: null }), refund('processed')],
    payments: [
      paid(['ref_1'], ngn, {
        ...{ netAmount: 3500, status: 'partially-refunded', refunds: { TRF_1: 2000 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [charge(), refund('processed'), refund('failed')],
    payments: [paid(['ref_1'], ngn, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a full refund without a reference of its own' },
    delivered: [charge(), refund('processed', { refund_reference: null, amount: 550_000 })],
    payments: [paid(['ref_1'], ngn, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider, name: 'a dispute that is accepted' },
    delivered: [charge(), opened, accepted],
    payments: [paid(['ref_1'], ngn, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a dispute over a part that is accepted and comes as a refund too' },
    delivered: [
      charge(),
      dispute('create', { status: 'pending', refund_amount: 200_000, updated_at: minute(30) }),
      dispute('resolve', {
        ...{ status: 'resolved', resolution: 'merchant-accepted', refund_amount: 200_000 },
      }),
      refund('processed'),
    ],
    payments: [paid(['ref_1'], ngn, { netAmount: 3500 })],
  },
  {
    ...{ provider, name: 'a dispute that is declined' },
    delivered: [
      charge(),
      opened,
      dispute('resolve', { status: 'resolved', resolution: 'declined' }),
    ],
    payments: [paid(['ref_1'], ngn, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'a charge in francs, which have no hundredths but are sent in them' },
    delivered: [charge({ currency: 'XOF', amount: 250_000, fees: 4900 })],
    payments: [paid(['ref_1'], [2500, 'XOF'], { fees: 49 })],
  },
  {
    ...{ provider, name: 'what is no money: test mode, a free charge, a transfer to a bank' },
    delivered: [
      charge({ domain: 'test' }),
      charge({ amount: 0, fees: 0 }),
      { body: { event: 'transfer.success', data: { reference: 'ref_1', domain: 'live' } } },
    ],
    payments: [],
  },
]
