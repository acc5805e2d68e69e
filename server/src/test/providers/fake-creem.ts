import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'
import type { FakeKey } from './fake-dodo.ts'
import type { ShopDelivery } from './shop-year.ts'
import { type ShopPayment, type ShopSubscription, SmallShop } from './small-shop.ts'

type Fields = Record<string, unknown>

export interface FakeCreem extends FakeApi {
  readonly keys: Record<string, FakeKey>
  /** The documentation does not state the order of lists. */
  order: 'descending' | 'ascending'
}

/**
 * Creem's API according to its documentation, as far as it is read here: numbered pages from 1 on, and single
 * objects.
 */
export async function startCreem(shop: SmallShop): Promise<FakeCreem> {
  const creem = { keys: {}, order: 'descending' as const }
  const api = await startFakeApi((request): ApiAnswer => answer(shop, fake, request))
  const fake: FakeCreem = Object.assign(api, creem)
  return fake
}

function answer(
  shop: SmallShop,
  { keys, order }: FakeCreem,
  { path, query, headers }: ApiRequest,
): ApiAnswer {
  const given = String(headers['x-api-key'])
  const key = keys[given]
  // Like some providers' messages, this one quotes the key.
  if (key === undefined || key.isRevoked)
    return { status: 403, body: { message: [`no: ${given}`] } }
  const created = (one: Fields) => Number(new Date(one.created_at as number))
  const sign = order === 'ascending' ? 1 : -1
  const sorted = (all: Fields[]) => all.toSorted((a, b) => sign * (created(a) - created(b)))
  const found = (all: Fields[], id: string | null): ApiAnswer => {
    const one = all.find((object) => object.id === id)
    return one === undefined ? { status: 404, body: {} } : { status: 200, body: one }
  }
  switch (path) {
    case '/v1/transactions/search':
      return pageOf(sorted(shop.payments.map(transactionOf)), query)
    case '/v1/subscriptions/search':
      return pageOf(sorted(shop.subscribed.map(subscriptionOf)), query)
    case '/v1/transactions':
      return found(shop.payments.map(transactionOf), query.get('transaction_id'))
    case '/v1/subscriptions':
      return found(shop.subscribed.map(subscriptionOf), query.get('subscription_id'))
    case '/v1/customers':
      return { status: 200, body: customerOf(String(query.get('customer_id'))) }
    default:
      return { status: 404, body: {} }
  }
}

function pageOf(sorted: readonly Fields[], query: URLSearchParams): ApiAnswer {
  const [page, size] = [Number(query.get('page_number')), Number(query.get('page_size'))]
  const items = sorted.slice((page - 1) * size, page * size)
  const next = page * size < sorted.length ? page + 1 : null
  return {
    status: 200,
    body: { items, pagination: { current_page: page, next_page: next, prev_page: null } },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
const customerId = ({ subscription, serial }: ShopPayment) => `cust_${subscription?.id ?? serial}`
const customerOf = (id: string) => ({ id, object: 'customer', email: `${id}@shop.example` })
const backOf = ({ refunds }: ShopPayment) => refunds.reduce((sum, one) => sum + one.amountMinor, 0)

function transactionOf(payment: ShopPayment): Fields {
  const { amountMinor, atMs, currency, dispute, ref, serial, subscription, taxMinor } = payment
  const back = backOf(payment)
  const refunded = back === amountMinor ? 'refunded' : back > 0 ? 'partialRefund' : 'paid'
  return {
    ...{ id: ref, mode: 'prod', object: 'transaction', currency, amount: amountMinor - taxMinor },
    ...{ amount_paid: amountMinor, tax_amount: taxMinor, refunded_amount: back || null },
    status: dispute?.outcome === 'lost' ? 'chargedBack' : refunded,
    ...{ type: subscription ? 'invoice' : 'payment', created_at: atMs },
    ...{ order: subscription ? `ord_s${subscription.id}` : `ord_${serial}` },
    subscription: subscription ? `sub_${subscription.id}` : null,
    customer: customerId(payment),
  }
}

function subscriptionOf({ id, atMs, currency, amountMinor }: ShopSubscription): Fields {
  const product = {
    ...{ id: 'prod_1', name: 'Atlas', price: amountMinor, currency },
    billing_period: 'every-month',
  }
  return {
    ...{ id: `sub_${id}`, mode: 'prod', object: 'subscription', product, status: 'active' },
    ...{ customer: customerOf(`cust_${id}`), created_at: iso(atMs), updated_at: iso(atMs) },
    metadata: { tributary_visitor_id: `v-${id}` },
  }
}

function deliveriesOf(payment: ShopPayment): ShopDelivery[] {
  const { amountMinor, atMs, currency, dispute, ref, refunds, serial, subscription } = payment
  const event = (type: string, sentMs: number, object: Fields): ShopDelivery => ({
    body: { id: `evt_${type}_${serial}_${sentMs}`, eventType: type, created_at: sentMs, object },
    atMs: sentMs,
  })
  // The price of the first payment of a subscription is that of all others, too.
  const plan = { id: subscription?.id ?? '', atMs, currency, amountMinor }
  const transaction = transactionOf(payment)
  const order = {
    ...{ id: `ord_${serial}`, type: 'onetime', status: 'paid', currency, transaction },
    ...{ amount_paid: amountMinor, tax_amount: payment.taxMinor },
  }
  const sent = [
    subscription
      ? event('subscription.paid', atMs + 1_000, {
          ...{ ...subscriptionOf(plan), created_at: iso(atMs - subscription.count * 86_400_000) },
          ...{ last_transaction_id: ref, last_transaction: transaction },
          last_transaction_date: iso(atMs),
        })
      : event('checkout.completed', atMs + 1_000, {
          ...{ id: `ch_${serial}`, order, customer: customerOf(customerId(payment)), mode: 'prod' },
        }),
  ]
  for (const refund of refunds) {
    const about = { id: `ref_${refund.serial}`, status: 'succeeded', transaction, mode: 'prod' }
    const amount = { refund_amount: refund.amountMinor, refund_currency: currency }
    sent.push(
      event('refund.created', refund.atMs, { ...about, ...amount, created_at: refund.atMs }),
    )
  }
  if (dispute !== null) {
    const about = { id: `disp_${dispute.serial}`, transaction, mode: 'prod' }
    const disputed = { ...about, amount: amountMinor, currency, created_at: dispute.atMs }
    sent.push(event('dispute.created', dispute.atMs, disputed))
  }
  return sent
}

export function newCreemShop(): SmallShop {
  return new SmallShop({
    refOf: ({ serial }) => `tran_${serial}`,
    deliveriesOf: (payments) => payments.flatMap(deliveriesOf),
    ...{ hasFees: false, hasSubscriptions: true },
  })
}
