import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'
import type { ShopDelivery } from './shop-year.ts'
import { type ShopPayment, type ShopSubscription, SmallShop } from './small-shop.ts'

type Fields = Record<string, unknown>

/** What a key may do. */
export interface FakeKey {
  mayWrite?: boolean
  cannotRead?: string
  isRevoked?: boolean
}

export interface FakeDodo extends FakeApi {
  readonly keys: Record<string, FakeKey>
}

/**
 * Dodo Payments' API according to its documentation, as far as it is read here: keys for reading, numbered pages of
 * at most 100, the latest first, by when objects were made, single objects, and the balance's ledger.
 */
export async function startDodo(shop: SmallShop): Promise<FakeDodo> {
  const keys: Record<string, FakeKey> = {}
  const api = await startFakeApi((request) => answer(shop, keys, request))
  return Object.assign(api, { keys })
}

/** Like some providers' messages, these quote the key. */
const no = (status: number, code: string, key = ''): ApiAnswer => ({
  status,
  body: { code, message: `no: ${key}` },
})

function answer(
  shop: SmallShop,
  keys: Readonly<Record<string, FakeKey>>,
  { method, path, query, headers }: ApiRequest,
): ApiAnswer {
  const given = headers.authorization?.replace('Bearer ', '') ?? ''
  const key = keys[given]
  if (key === undefined || key.isRevoked) return no(401, 'UNAUTHORIZED', given)
  if (method !== 'GET') return key.mayWrite ? no(404, 'NOT_FOUND') : no(403, 'FORBIDDEN')
  if (key.cannotRead === path) return no(403, 'FORBIDDEN')
  const lists = listsOf(shop)
  const list = lists[path]?.()
  if (list !== undefined) return { status: 200, body: { items: pageOf(list, query) } }
  const [, name, id] = /^(\/\w+)\/(\w+)$/.exec(path) ?? []
  const one = lists[name ?? '']?.().find(({ object }) => idOf(object) === id)
  return one === undefined ? no(404, 'NOT_FOUND') : { status: 200, body: one.object }
}

/** A complete object, and the fields that a list leaves out. */
interface Listed {
  object: Fields
  left?: readonly string[]
}

function pageOf(list: readonly Listed[], query: URLSearchParams): object[] {
  const size = Number(query.get('page_size') ?? 10)
  const from = Date.parse(query.get('created_at_gte') ?? '1970-01-01')
  const to = Date.parse(query.get('created_at_lte') ?? '2100-01-01')
  const of = query.get('reference_object_id')
  const start = Number(query.get('page_number') ?? 0) * size
  const made = ({ object }: Listed) => Date.parse(String(object.created_at))
  return list
    .filter((one) => made(one) >= from && made(one) <= to)
    .filter(({ object }) => of === null || object.reference_object_id === of)
    .toSorted((a, b) => made(b) - made(a))
    .slice(start, start + Math.min(size, 100))
    .map(({ object, left = [] }) =>
      Object.fromEntries(Object.entries(object).filter(([name]) => !left.includes(name))),
    )
}

const idOf = (object: Fields) => object.refund_id ?? object.dispute_id ?? object.payment_id
const iso = (ms: number) => new Date(ms).toISOString()

const refundId = ({ serial }: { serial: number }) => `ref_${serial}`
const disputeId = ({ serial }: { serial: number }) => `dis_${serial}`

/** Fields that only a payment retrieved by its id has. */
const whole = [
  ...['tax', 'settlement_amount', 'settlement_currency', 'updated_at'],
  ...['checkout_session_id', 'product_cart', 'refunds', 'disputes'],
]

function listsOf({ payments, subscribed }: SmallShop): Record<string, () => Listed[]> {
  return {
    '/payments': () => payments.map((one) => ({ object: paymentOf(one), left: whole })),
    '/subscriptions': () => subscribed.map((one) => ({ object: subscriptionOf(one) })),
    '/refunds': () => payments.flatMap((one) => refundsOf(one).map((object) => ({ object }))),
    '/disputes': () => payments.flatMap((one) => disputesOf(one).map((object) => ({ object }))),
    '/balances/ledger': () =>
      payments.flatMap((one) => entriesOf(one).map((object) => ({ object }))),
  }
}

/** Yen are settled in US dollars, a cent for one and a half; all other money in its own currency. */
function settled(minor: number, { currency }: ShopPayment) {
  return currency === 'JPY'
    ? { amount: Math.round(minor / 1.5), currency: 'USD' }
    : { amount: minor, currency }
}

function paymentOf(payment: ShopPayment): Fields {
  const { serial, currency, amountMinor, taxMinor, atMs, subscription } = payment
  const customer = subscription?.id ?? serial
  const booked = settled(amountMinor, payment)
  return {
    ...{ payment_id: payment.ref, status: 'succeeded' },
    ...{ total_amount: amountMinor, currency, tax: taxMinor, created_at: iso(atMs) },
    ...{ settlement_amount: booked.amount, settlement_currency: booked.currency },
    updated_at: iso(atMs + 2_000),
    customer: { customer_id: `cus_${customer}`, email: `c${customer}@shop.example`, name: 'C' },
    metadata: { tributary_visitor_id: `v-${customer}` },
    checkout_session_id: subscription ? null : `cks_${serial}`,
    subscription_id: subscription ? `sub_${subscription.id}` : null,
    product_cart: [{ product_id: 'pdt_1', quantity: 1 }],
    ...{ refunds: refundsOf(payment), disputes: disputesOf(payment) },
  }
}

function subscriptionOf({ id, atMs, currency, amountMinor }: ShopSubscription): Fields {
  return {
    ...{ subscription_id: `sub_${id}`, status: 'active', currency, created_at: iso(atMs) },
    ...{ recurring_pre_tax_amount: amountMinor, quantity: 1, product_id: 'pdt_1', metadata: {} },
    customer: { customer_id: `cus_${id}`, email: `c${id}@shop.example` },
    ...{ payment_frequency_count: 1, payment_frequency_interval: 'Month', trial_period_days: 0 },
    ...{ cancel_at_next_billing_date: false, next_billing_date: iso(atMs) },
  }
}

function refundsOf(payment: ShopPayment): Fields[] {
  return payment.refunds.map((refund) => ({
    ...{ refund_id: refundId(refund), payment_id: payment.ref, status: 'succeeded' },
    ...{ amount: refund.amountMinor, currency: payment.currency, created_at: iso(refund.atMs) },
    is_partial: refund.amountMinor < payment.amountMinor,
  }))
}

const week = 7 * 86_400_000

function disputesOf(payment: ShopPayment): Fields[] {
  const { dispute, amountMinor, currency } = payment
  if (dispute === null) return []
  const state = `dispute_${dispute.outcome}`
  return [
    {
      ...{ dispute_id: disputeId(dispute), payment_id: payment.ref, currency },
      ...{ amount: String(amountMinor), dispute_status: state, dispute_stage: 'dispute' },
      created_at: iso(dispute.atMs),
    },
  ]
}

/** The bookings: an entry for each movement, and one for each fee. */
function entriesOf(payment: ShopPayment): Fields[] {
  const entry = (type: string, about: string, minor: number, atMs: number) => ({
    ...{ id: `led_${about}_${type}`, event_type: type, reference_object_id: about },
    ...{ ...settled(minor, payment), created_at: iso(atMs), is_credit: type === 'payment' },
  })
  const { amountMinor, taxMinor, feeMinor, atMs, dispute, refunds } = payment
  const id = payment.ref
  return [
    entry('payment', id, amountMinor, atMs + 60_000),
    entry('payment_fees', id, feeMinor, atMs + 60_000),
    entry('tax', id, taxMinor, atMs + 60_000),
    ...refunds.map((one) => entry('refund', refundId(one), one.amountMinor, one.atMs + 60_000)),
    ...(dispute === null ? [] : [entry('dispute', disputeId(dispute), amountMinor, dispute.atMs)]),
    ...(dispute?.outcome === 'won'
      ? [entry('dispute_reversal', disputeId(dispute), amountMinor, dispute.atMs + week)]
      : []),
  ]
}

function deliveriesOf(payment: ShopPayment): ShopDelivery[] {
  const event = (type: string, atMs: number, data: Fields): ShopDelivery => ({
    body: { type, timestamp: iso(atMs), data },
    atMs,
  })
  const { dispute, refunds } = payment
  const sent = [event('payment.succeeded', payment.atMs + 2_000, paymentOf(payment))]
  for (const [index, refund] of refundsOf(payment).entries()) {
    sent.push(event('refund.succeeded', refunds[index]?.atMs ?? 0, refund))
  }
  const [disputed] = disputesOf(payment)
  if (dispute === null || disputed === undefined) return sent
  const ended = event(`dispute.${dispute.outcome}`, dispute.atMs + week + 1_000, disputed)
  return [...sent, event('dispute.opened', dispute.atMs + 1_000, disputed), ended]
}

export function newDodoShop(): SmallShop {
  return new SmallShop({
    refOf: ({ serial }) => `pay_${serial}`,
    deliveriesOf: (payments) => payments.flatMap(deliveriesOf),
    ...{ hasFees: true, hasSubscriptions: true },
  })
}
