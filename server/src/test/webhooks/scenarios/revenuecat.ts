import {
  ada,
  adasEmail,
  type Delivered,
  eventId,
  metadata,
  paid,
  type Scenario,
  second,
} from './scenario.ts'

const provider = 'revenuecat'

const purchase = {
  ...{ environment: 'PRODUCTION', store: 'APP_STORE', period_type: 'NORMAL', country_code: 'DE' },
  ...{ product_id: 'atlas.monthly', transaction_id: '7101', original_transaction_id: '7101' },
  ...{ app_user_id: 'user-ada', aliases: ['$RCAnonymousID:71'], is_family_share: false },
  ...{ currency: 'EUR', price: 10.84, price_in_purchased_currency: 9.99, offer_code: null },
  ...{ takehome_percentage: 0.7, tax_percentage: null, commission_percentage: null },
  subscriber_attributes: {
    $email: { updated_at_ms: 1, value: adasEmail },
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, { updated_at_ms: 1, value }]),
    ),
  },
}

function event(type: string, fields: object = {}, after = 0): Delivered {
  const atMs = second(after) * 1000
  const said = { ...purchase, purchased_at_ms: atMs, event_timestamp_ms: atMs, type, ...fields }
  return { body: { api_version: '1.0', event: { ...said, id: eventId(said) } } }
}

const renewed = { transaction_id: '7102' }
const month = 43_200
const refund = (fields: object = {}) =>
  event(
    'CANCELLATION',
    {
      ...{ cancel_reason: 'CUSTOMER_SUPPORT', purchased_at_ms: second(0) * 1000 },
      ...{ price: -10.84, price_in_purchased_currency: -9.99, ...fields },
    },
    60,
  )
const eur = [9.99, 'EUR'] as const

export const revenuecatScenarios: readonly Scenario[] = [
  {
    ...{ provider, name: 'a subscription and its renewal' },
    delivered: [event('INITIAL_PURCHASE'), event('RENEWAL', renewed, month)],
    payments: [
      paid(['7101'], eur, { product: 'atlas.monthly' }),
      paid(['7102'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a purchase that does not renew' },
    delivered: [event('NON_RENEWING_PURCHASE', { expiration_at_ms: null })],
    payments: [paid(['7101'], eur)],
  },
  {
    ...{ provider, name: 'a free trial, its conversion and the first renewal', trials: 1 },
    delivered: [
      event('INITIAL_PURCHASE', { period_type: 'TRIAL', price: 0, price_in_purchased_currency: 0 }),
      event('RENEWAL', { ...renewed, is_trial_conversion: true }, 20_160),
      event('RENEWAL', { transaction_id: '7103', is_trial_conversion: false }, 63_360),
    ],
    payments: [paid(['7102'], eur), paid(['7103'], eur, { renewal: true })],
  },
  {
    ...{ provider, name: 'a trial that is cancelled', trials: 1 },
    delivered: [
      event('INITIAL_PURCHASE', { period_type: 'TRIAL', price: 0, price_in_purchased_currency: 0 }),
      event('CANCELLATION', { cancel_reason: 'UNSUBSCRIBE', period_type: 'TRIAL', price: 0 }, 60),
      event('EXPIRATION', { expiration_reason: 'UNSUBSCRIBE', price: 0 }, 20_160),
    ],
    payments: [],
  },
  {
    ...{ provider, name: 'a refund, and a subscription that is ended without one' },
    delivered: [
      event('INITIAL_PURCHASE'),
      event('RENEWAL', renewed, month),
      event('CANCELLATION', { ...renewed, cancel_reason: 'UNSUBSCRIBE' }, month + 5),
      refund(),
    ],
    payments: [
      paid(['7101'], eur, { netAmount: 0, status: 'refunded', refunds: { refund: 9.99 } }),
      paid(['7102'], eur, { renewal: true }),
    ],
  },
  {
    ...{ provider, name: 'a refund of a part' },
    delivered: [
      event('INITIAL_PURCHASE'),
      refund({ price: -5.42, price_in_purchased_currency: -5 }),
    ],
    payments: [paid(['7101'], eur, { netAmount: 4.99, status: 'partially-refunded' })],
  },
  {
    ...{ provider, name: 'a refund of which no amount is known' },
    delivered: [
      event('INITIAL_PURCHASE'),
      refund({ price: null, price_in_purchased_currency: null }),
    ],
    payments: [paid(['7101'], eur, { netAmount: 0, status: 'refunded' })],
  },
  {
    ...{ provider, name: 'a refund that the App Store takes back' },
    delivered: [event('INITIAL_PURCHASE'), refund(), event('REFUND_REVERSED', {}, 90)],
    payments: [paid(['7101'], eur, { status: 'paid', refunds: {} })],
  },
  {
    ...{ provider, name: 'a price in yen, stated with more decimals than yen have' },
    delivered: [
      event('INITIAL_PURCHASE', { currency: 'JPY', price_in_purchased_currency: 1499.9999847 }),
    ],
    payments: [paid(['7101'], [1500, 'JPY'])],
  },
  {
    ...{ provider, name: 'a price in dinars, which have three decimals' },
    delivered: [event('INITIAL_PURCHASE', { currency: 'KWD', price_in_purchased_currency: 1.995 })],
    payments: [paid(['7101'], [1.995, 'KWD'])],
  },
  {
    ...{ provider, name: 'a price that is known in dollars alone' },
    delivered: [event('INITIAL_PURCHASE', { currency: null, price_in_purchased_currency: null })],
    payments: [paid(['7101'], [10.84, 'USD'])],
  },
  {
    ...{ provider, name: 'tax and commission, and a refund that returns both' },
    delivered: [
      event('INITIAL_PURCHASE', { tax_percentage: 0.16, commission_percentage: 0.15 }),
      event('RENEWAL', { ...renewed, tax_percentage: 0.16, commission_percentage: 0.15 }, month),
      refund({ tax_percentage: 0.16, commission_percentage: 0.15 }),
    ],
    payments: [
      paid(['7101'], eur, { netAmount: 0, netTax: 0, fees: 0, takeHome: 0 }),
      paid(['7102'], eur, { renewal: true, netTax: 1.6, fees: 1.5, takeHome: 6.89 }),
    ],
  },
  {
    ...{ provider, name: 'what costs nothing: a sandbox, a grant, a family’s share, a test' },
    delivered: [
      event('INITIAL_PURCHASE', { environment: 'SANDBOX' }),
      event('INITIAL_PURCHASE', { store: 'TEST_STORE' }),
      event('NON_RENEWING_PURCHASE', { store: 'PROMOTIONAL', period_type: 'PROMOTIONAL' }),
      event('INITIAL_PURCHASE', { is_family_share: true }),
      event('TEST'),
      event('TRANSFER', { transferred_from: ['a'], transferred_to: ['b'] }),
      event('PRODUCT_CHANGE', { new_product_id: 'atlas.yearly' }),
    ],
    payments: [],
  },
  {
    ...{ provider, name: 'a purchase without the visitor’s attributes' },
    delivered: [event('INITIAL_PURCHASE', { subscriber_attributes: {} })],
    payments: [
      paid(['7101'], eur, {
        customerEmail: null,
        given: { ...ada, visitorId: null, sessionId: null },
      }),
    ],
  },
]
