import { formatMajorUnits } from '../../money/money.ts'
import type { WoocommerceObject, WoocommerceShopData } from './fake-woocommerce.ts'
import { type AccountShop, Books, type Paid, type Purchase } from './shop-year.ts'

/** Whole seconds, in UTC without saying so. */
const gmt = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** A WooCommerce shop, with subscriptions. It has no fees and no disputes. */
export class WoocommerceShop implements AccountShop {
  readonly books = new Books()
  readonly deliveries: AccountShop['deliveries'] = []
  readonly data: WoocommerceShopData = { orders: [], refunds: new Map(), subscriptions: [] }
  #serial = 1_000

  get subscriptions(): number {
    return this.data.subscriptions?.length ?? 0
  }

  pay(atMs: number, purchase: Purchase): Paid {
    const { amountMinor, currency, subscription } = purchase
    const id = this.#next()
    const isRenewal = (subscription?.count ?? 0) > 0
    const order: WoocommerceObject = {
      ...{ id, order_key: `wc_order_${id}`, status: 'processing', currency },
      ...{ date_created_gmt: gmt(atMs - 3_000), date_paid_gmt: gmt(atMs) },
      ...{ date_modified_gmt: gmt(atMs), total: formatMajorUnits(amountMinor, currency) },
      total_tax: formatMajorUnits(Math.floor(amountMinor / 6), currency),
      ...{ created_via: isRenewal ? 'subscription' : 'checkout', customer_id: 7 },
      ...{ transaction_id: `pi_test_${id}`, billing: { email: 'buyer@example.com' } },
      meta_data: isRenewal ? [{ key: '_subscription_renewal', value: subscription?.id }] : [],
      ...{ line_items: [{ name: 'Teapot' }], refunds: [] as object[] },
    }
    this.data.orders.push(order)
    this.#deliver('order.updated', atMs + 1_000, order)
    this.books.count(currency, { payments: 1, grossMinor: amountMinor, netMinor: amountMinor })
    return { ...purchase, ref: String(id), atMs }
  }

  subscribe(atMs: number, id: string, of: { currency: string; amountMinor: number }): void {
    const object: WoocommerceObject = {
      ...{ id: Number(id) + 500_000, status: 'active', currency: of.currency, customer_id: 7 },
      ...{ date_created_gmt: gmt(atMs), date_modified_gmt: gmt(atMs), start_date_gmt: gmt(atMs) },
      ...{ trial_end_date_gmt: '', end_date_gmt: '', prices_include_tax: true },
      ...{ total: formatMajorUnits(of.amountMinor, of.currency), total_tax: '0' },
      ...{ billing_period: 'month', billing_interval: '1', line_items: [{ name: 'Tea club' }] },
    }
    this.data.subscriptions?.push(object)
    this.#deliver('subscription.created', atMs, object)
  }

  refund(atMs: number, paid: Paid, amountMinor: number): void {
    const order = this.#order(paid)
    const id = this.#next()
    const amount = formatMajorUnits(amountMinor, paid.currency)
    const times = { date_created_gmt: gmt(atMs), date_modified_gmt: gmt(atMs) }
    const made = this.data.refunds.get(order.id) ?? []
    this.data.refunds.set(order.id, [...made, { id, ...times, amount }])
    ;(order.refunds as object[]).push({ id, reason: '', total: `-${amount}` })
    order.date_modified_gmt = gmt(atMs + 1_000)
    this.#deliver('order.updated', atMs + 1_000, order)
    this.books.wentBack(paid, amountMinor)
  }

  /** Unpaid orders, and one in the trash. */
  addNoise(atMs: number): void {
    for (const status of ['pending', 'failed', 'checkout-draft', 'trash']) {
      const times = { date_created_gmt: gmt(atMs), date_modified_gmt: gmt(atMs) }
      const order = { id: this.#next(), status, ...times, date_paid_gmt: null, refunds: [] }
      this.data.orders.push({ ...order, currency: 'EUR', total: '9.99' })
    }
  }

  #order({ ref }: Paid): WoocommerceObject {
    const order = this.data.orders.find(({ id }) => id === Number(ref))
    if (order === undefined) throw new Error(`there is no order ${ref}`)
    return order
  }

  #next(): number {
    this.#serial += 1
    return this.#serial
  }

  #deliver(topic: string, atMs: number, body: object): void {
    this.deliveries.push({ topic, atMs, body: structuredClone(body) })
  }
}
