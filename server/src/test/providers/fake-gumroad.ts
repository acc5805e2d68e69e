import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'
import type { FakeKey } from './fake-dodo.ts'
import type { ShopDelivery } from './shop-year.ts'
import { type ShopPayment, SmallShop } from './small-shop.ts'

type Fields = Record<string, unknown>

export interface FakeGumroad extends FakeApi {
  readonly keys: Record<string, FakeKey>
}

/**
 * Gumroad's API according to its documentation and its code, as far as it is read here: access tokens, sales by
 * whole days in pages of ten after a key, the latest first, and one sale.
 */
export async function startGumroad(shop: SmallShop): Promise<FakeGumroad> {
  const keys: Record<string, FakeKey> = {}
  const api = await startFakeApi((request) => answer(shop, keys, request))
  return Object.assign(api, { keys })
}

const pageSize = 10

function answer(
  { payments }: SmallShop,
  keys: Readonly<Record<string, FakeKey>>,
  { path, query, headers }: ApiRequest,
): ApiAnswer {
  const given = headers.authorization?.replace('Bearer ', '') ?? ''
  const key = keys[given]
  // Like some providers' messages, this one quotes the key.
  if (key === undefined || key.isRevoked) return { status: 401, body: { error: `no: ${given}` } }
  if (key.cannotRead === path) return { status: 403, body: { error: 'insufficient_scope' } }
  const [, id] = /^\/v2\/sales\/(.+)$/.exec(path) ?? []
  if (id !== undefined) {
    const sale = payments.find(({ ref }) => ref === decodeURIComponent(id))
    const body = sale === undefined ? { success: false } : { success: true, sale: saleOf(sale) }
    return { status: 200, body }
  }
  const [after, before] = ['after', 'before'].map((name) => Date.parse(query.get(name) ?? ''))
  if (after === undefined || Number.isNaN(after)) return { status: 400, body: {} }
  const sorted = payments
    .filter(({ atMs }) => atMs >= after)
    .filter(({ atMs }) => before === undefined || Number.isNaN(before) || atMs < before)
    .toSorted((a, b) => b.atMs - a.atMs || b.serial - a.serial)
  const start = sorted.findIndex(({ serial }) => `key-${serial}` === query.get('page_key')) + 1
  const page = sorted.slice(start, start + pageSize)
  const isMore = start + pageSize < sorted.length
  const next = isMore ? { next_page_key: `key-${page.at(-1)?.serial}` } : {}
  return { status: 200, body: { success: true, sales: page.map(saleOf), ...next } }
}

const iso = (ms: number) => new Date(ms).toISOString()
const backOf = ({ refunds }: ShopPayment) => refunds.reduce((sum, one) => sum + one.amountMinor, 0)

function saleOf(payment: ShopPayment): Fields {
  const { amountMinor, atMs, currency, dispute, feeMinor, ref, serial, subscription } = payment
  const left = amountMinor - backOf(payment)
  return {
    ...{ id: ref, email: 'account@buyer.example', purchase_email: `b${serial}@shop.example` },
    ...{ created_at: iso(atMs), price: amountMinor, currency: currency.toLowerCase() },
    ...{ gumroad_fee: feeMinor, product_name: 'Atlas', custom_fields: {}, purchaser_id: null },
    ...{ refunded: left === 0, partially_refunded: left > 0 && left < amountMinor },
    amount_refundable_in_currency: currency === 'JPY' ? String(left) : (left / 100).toFixed(2),
    ...{ disputed: dispute !== null, dispute_won: dispute?.outcome === 'won' },
    subscription_id: subscription ? `sub_${subscription.id}` : null,
    recurring_charge: subscription !== undefined && subscription.count > 0,
  }
}

/** Pings without an access token: of refunds they only state whether everything was refunded. */
function pingsOf(payment: ShopPayment): ShopDelivery[] {
  const { amountMinor, atMs, currency, dispute, feeMinor, ref, refunds, serial } = payment
  const { subscription } = payment
  const ping = (resource: string, sentMs: number, more: Fields = {}): ShopDelivery => ({
    body: {
      ...{ sale_id: ref, email: `b${serial}@shop.example`, price: amountMinor },
      ...{ sale_timestamp: iso(atMs), currency: currency.toLowerCase(), gumroad_fee: feeMinor },
      ...{ product_name: 'Atlas', url_params: { tributary_visitor_id: `v-${serial}` } },
      ...(subscription && { subscription_id: `sub_${subscription.id}` }),
      ...(subscription && subscription.count > 0 && { is_recurring_charge: true }),
      ...{ resource_name: resource, ...more },
    },
    atMs: sentMs,
  })
  const sent = [ping('sale', atMs + 1_000)]
  const last = refunds.at(-1)
  if (last !== undefined && backOf(payment) === amountMinor) {
    sent.push(ping('refund', last.atMs, { refunded: true }))
  }
  if (dispute !== null) sent.push(ping('dispute', dispute.atMs, { disputed: true }))
  if (dispute?.outcome === 'won') sent.push(ping('dispute_won', dispute.atMs + 604_800_000))
  return sent
}

export function newGumroadShop(): SmallShop {
  return new SmallShop({
    refOf: ({ serial }) => `sale${serial}-abc==`,
    deliveriesOf: (payments) => payments.flatMap(pingsOf),
    ...{ hasFees: true, hasSubscriptions: false },
  })
}
