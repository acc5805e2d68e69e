import {
  ada,
  adasEmail,
  type Delivered,
  metadata,
  paid,
  type Scenario,
  second,
} from './scenario.ts'

const provider = 'stripe'
const monthMinutes = 30 * 24 * 60

function event(type: string, object: Record<string, unknown>, after = 0): Delivered {
  const id = `evt_${type}_${String(object.id)}_${after}`
  const created = second(after)
  return { body: { id, object: 'event', type, created, livemode: true, data: { object } } }
}

const session = (fields: object, after = 0) =>
  event(
    'checkout.session.completed',
    {
      ...{ id: 'cs_1', object: 'checkout.session', mode: 'payment', payment_status: 'paid' },
      ...{ amount_total: 2900, currency: 'usd', customer: 'cus_ada', metadata },
      ...{ total_details: { amount_tax: 463 }, customer_details: { email: adasEmail } },
      ...fields,
    },
    after,
  )

const intent = (fields: object, after = 0) =>
  event(
    'payment_intent.succeeded',
    {
      ...{ id: 'pi_1', object: 'payment_intent', latest_charge: 'ch_1', status: 'succeeded' },
      ...{ amount: 2900, amount_received: 2900, currency: 'usd', customer: 'cus_ada' },
      ...{ metadata: {}, receipt_email: null, description: null, ...fields },
    },
    after,
  )

const charge = (fields: object) =>
  event('charge.succeeded', {
    ...{ id: 'ch_1', object: 'charge', payment_intent: 'pi_1', amount: 2900, currency: 'usd' },
    ...{ paid: true, captured: true, billing_details: { email: adasEmail }, ...fields },
  })

const invoice = (id: string, fields: object, after = 0) =>
  event(
    'invoice.paid',
    {
      ...{ id, object: 'invoice', currency: 'usd', amount_paid: 1900, customer: 'cus_ada' },
      ...{ billing_reason: 'subscription_create', customer_email: adasEmail },
      parent: { subscription_details: { subscription: 'sub_1', metadata } },
      status_transitions: { paid_at: second(after) },
      total_taxes: [{ amount: 303 }],
      ...fields,
    },
    after,
  )

const invoicePayment = (invoiceId: string, intentId: string) =>
  event('invoice_payment.paid', {
    ...{ id: `inpay_${invoiceId}`, object: 'invoice_payment', invoice: invoiceId },
    payment: { type: 'payment_intent', payment_intent: intentId },
  })

const subscription = (fields: object) =>
  event('customer.subscription.created', {
    ...{ id: 'sub_1', object: 'subscription', status: 'active', currency: 'usd', metadata },
    ...{ customer: 'cus_ada', latest_invoice: 'in_1', ...fields },
  })

const refund = (id: string, amount: number, after: number) =>
  event(
    'refund.created',
    {
      ...{ id, object: 'refund', status: 'succeeded', amount, currency: 'usd' },
      ...{ charge: 'ch_1', payment_intent: 'pi_1', created: second(after) },
    },
    after,
  )

const refundUpdated = (
  id: string,
  [amount, made]: readonly [number, number],
  status: string,
  after: number,
) =>
  event(
    status === 'failed' ? 'refund.failed' : 'refund.updated',
    {
      ...{ id, object: 'refund', status, amount, currency: 'usd' },
      ...{ charge: 'ch_1', payment_intent: 'pi_1', created: second(made) },
    },
    after,
  )

const chargeRefunded = (amount_refunded: number, after: number) =>
  event(
    'charge.refunded',
    { id: 'ch_1', payment_intent: 'pi_1', amount: 2900, amount_refunded, currency: 'usd' },
    after,
  )

const dispute = (type: string, status: string, after: number) =>
  event(
    `charge.dispute.${type}`,
    {
      ...{ id: 'du_1', object: 'dispute', status, amount: 2900, currency: 'usd' },
      ...{ charge: 'ch_1', payment_intent: 'pi_1' },
    },
    after,
  )

const oneOff = [session({ payment_intent: 'pi_1' }), intent({}), charge({})]
const oneOffIds = ['cs_1', 'pi_1', 'ch_1']
const usd29 = [29, 'USD'] as const

export const stripeScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a checkout reported by session, intent and charge', delivered: oneOff },
    payments: [paid(oneOffIds, usd29)],
  },
  {
    ...{ provider, name: 'a delayed method that is not paid yet' },
    delivered: [session({ payment_intent: 'pi_1', payment_status: 'unpaid' })],
    payments: [],
  },
  {
    ...{ provider, name: 'a first subscription payment reported by six objects, and its renewal' },
    delivered: [
      session({ mode: 'subscription', subscription: 'sub_1', invoice: 'in_1', amount_total: 1900 }),
      subscription({}),
      invoice('in_1', {}),
      invoicePayment('in_1', 'pi_1'),
      intent({ amount: 1900, amount_received: 1900, description: 'Subscription creation' }),
      charge({ amount: 1900 }),
      invoice('in_2', { billing_reason: 'subscription_cycle' }, monthMinutes),
      invoicePayment('in_2', 'pi_2'),
    ],
    payments: [
      paid(['in_1', ...oneOffIds], [19, 'USD'], { renewal: false }),
      paid(['in_2', 'pi_2'], [19, 'USD'], { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a free trial and the first charge after it', trials: 1 },
    delivered: [
      session({
        ...{ mode: 'subscription', payment_status: 'no_payment_required', amount_total: 0 },
        ...{ subscription: 'sub_1', invoice: 'in_1' },
      }),
      subscription({ status: 'trialing', trial_start: second(0) }),
      invoice('in_1', { amount_paid: 0 }),
      invoice('in_2', { billing_reason: 'subscription_cycle' }, 14 * 24 * 60),
    ],
    payments: [paid(['in_2'], [19, 'USD'], { renewal: false })],
  },
  {
    ...{ provider, name: 'two partial refunds, reported singly and in a sum' },
    delivered: [
      ...oneOff,
      refund('re_1', 900, 10),
      chargeRefunded(900, 10),
      refund('re_2', 2000, 20),
      chargeRefunded(2900, 20),
    ],
    payments: [
      paid(oneOffIds, usd29, {
        ...{ netAmount: 0, status: 'refunded', refunds: { re_1: 9, re_2: 20 } },
      }),
    ],
  },
  {
    ...{ provider, name: 'a dispute that is lost' },
    delivered: [
      ...oneOff,
      dispute('created', 'needs_response', 10),
      dispute('funds_withdrawn', 'needs_response', 11),
      dispute('closed', 'lost', 90),
    ],
    payments: [paid(oneOffIds, usd29, { netAmount: 0, status: 'dispute-lost' })],
  },
  {
    ...{ provider, name: 'a dispute that is won' },
    delivered: [
      ...oneOff,
      dispute('created', 'needs_response', 10),
      dispute('funds_withdrawn', 'needs_response', 11),
      dispute('closed', 'won', 90),
      dispute('funds_reinstated', 'won', 91),
    ],
    payments: [paid(oneOffIds, usd29, { status: 'paid' })],
  },
  {
    ...{ provider, name: 'an inquiry, which moves no money' },
    delivered: [...oneOff, dispute('created', 'warning_needs_response', 10)],
    payments: [paid(oneOffIds, usd29, { status: 'paid' })],
  },
  ...(['jpy', 'kwd', 'isk'] as const).map((currency) => ({
    ...{ provider, name: `the decimals of ${currency}` },
    delivered: [intent({ amount_received: 150_000, currency, metadata, receipt_email: adasEmail })],
    payments: [
      paid(['pi_1'], [
        { jpy: 150_000, kwd: 150, isk: 1500 }[currency],
        currency.toUpperCase(),
      ] as const),
    ],
  })),
  {
    ...{ provider, name: 'test mode' },
    delivered: [{ body: { ...session({}).body, livemode: false } }],
    payments: [],
  },
  {
    ...{ provider, name: 'a payment link that carries the visitor in its reference' },
    delivered: [
      session({ payment_intent: 'pi_1', metadata: {}, client_reference_id: ada.visitorId }),
    ],
    // It counts once such a visitor was seen.
    payments: [paid(['cs_1', 'pi_1'], usd29, { given: { visitorId: null, sessionId: null } })],
  },
  {
    ...{ provider, name: 'the shop’s own reference with our ids on the intent' },
    delivered: [
      session({ payment_intent: 'pi_1', metadata: {}, client_reference_id: 'user_42' }),
      intent({ metadata }),
    ],
    payments: [paid(['cs_1', 'pi_1'], usd29)],
  },
  {
    ...{ provider, name: 'a trial that is paid for, and its renewal' },
    delivered: [
      session({ mode: 'subscription', subscription: 'sub_1', invoice: 'in_1', amount_total: 100 }),
      invoice('in_1', { amount_paid: 100 }),
      subscription({ status: 'trialing', trial_start: second(0) }),
      invoice('in_2', { billing_reason: 'subscription_cycle' }, monthMinutes),
    ],
    payments: [
      paid(['in_1', 'cs_1'], [1, 'USD'], { status: 'paid' }),
      paid(['in_2'], [19, 'USD'], { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a refund that fails after all' },
    delivered: [
      ...oneOff,
      refund('re_1', 900, 10),
      chargeRefunded(900, 10),
      refundUpdated('re_1', [900, 10], 'failed', 2000),
    ],
    payments: [paid(oneOffIds, usd29, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a refund that fails, between two that do not' },
    delivered: [
      ...oneOff,
      refund('re_1', 900, 10),
      chargeRefunded(900, 10),
      refund('re_2', 500, 20),
      chargeRefunded(1400, 20),
      refundUpdated('re_2', [500, 20], 'failed', 30),
      chargeRefunded(2000, 40),
    ],
    payments: [paid(oneOffIds, usd29, { netAmount: 9, refunds: { re_1: 9, 'total:2000': 11 } })],
  },
]
