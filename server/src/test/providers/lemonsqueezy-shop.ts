import type { LemonAccount, LemonObject } from './fake-lemonsqueezy.ts'
import { type AccountShop, Books, type Paid, type Plan, type Purchase } from './shop-year.ts'

export const lemonStore = 12_345

const iso = (ms: number) => new Date(ms).toISOString()

/** A shop's account at Lemon Squeezy, which does not report its fees and has no disputes. */
export class LemonSqueezyShop implements AccountShop {
  readonly books = new Books()
  readonly hasTrials = true
  readonly deliveries: AccountShop['deliveries'] = []
  readonly subscriptions = 0
  readonly account: LemonAccount = {
    ...{ orders: [], subscriptions: [], 'subscription-invoices': [] },
  }
  #serial = 0

  pay(atMs: number, purchase: Purchase): Paid {
    this.books.paid(purchase, 0)
    const { subscription } = purchase
    if (subscription !== undefined && subscription.count > 0) {
      const invoice = this.#invoice(atMs, purchase, 'renewal')
      return { ...purchase, ref: `subscription-invoice:${invoice.id}`, atMs }
    }
    const order = this.#order(atMs, purchase)
    if (subscription !== undefined) {
      this.#begin(atMs, { order, id: subscription.id, trialMs: 0 })
      this.#invoice(atMs, purchase, 'initial')
    }
    return { ...purchase, ref: `order:${order.id}`, atMs }
  }

  /** A subscription comes with its order, in a trial one of nothing. */
  subscribe(atMs: number, id: string, { currency, trialMs }: Plan): void {
    if (trialMs === 0) return
    const order = this.#order(atMs, { amountMinor: 0, currency })
    this.#begin(atMs, { order, id, trialMs })
  }

  refund(atMs: number, paid: Paid, amountMinor: number): void {
    const [kind, id] = paid.ref.split(':')
    const isOrder = kind === 'order'
    const list = this.account[isOrder ? 'orders' : 'subscription-invoices']
    const object = list.find((one) => one.id === id)
    if (object === undefined) throw new Error(`${paid.ref} is not there`)
    const given = object.attributes
    const amount = Number(given.refunded_amount) + inCents(paid.currency, amountMinor)
    const refunded = amount === given.total
    Object.assign(given, {
      ...{ refunded, refunded_amount: amount, updated_at: iso(atMs) },
      ...{ status: refunded ? 'refunded' : 'partial_refund' },
      refunded_at: refunded ? iso(atMs) : null,
    })
    this.#event(isOrder ? 'order_refunded' : 'subscription_payment_refunded', atMs, object)
    this.books.wentBack(paid, amountMinor)
  }

  addNoise(atMs: number): void {
    const purchase = { amountMinor: 999, currency: 'EUR' }
    const common = { ...amountsOf(purchase), refunded: false, refunded_amount: 0 }
    this.#add('orders', atMs, { ...common, status: 'pending' })
    this.#add('orders', atMs, { ...common, status: 'failed' })
    this.#add('orders', atMs, { ...common, status: 'paid', test_mode: true })
    this.#add('orders', atMs, { ...common, status: 'paid', store_id: 999 })
    const invoice = { ...common, subscription_id: 1, billing_reason: 'renewal' }
    this.#add('subscription-invoices', atMs, { ...invoice, status: 'pending' })
    this.#add('subscription-invoices', atMs, { ...invoice, status: 'void' })
  }

  #order(atMs: number, purchase: Purchase): LemonObject {
    const order = this.#add('orders', atMs, {
      ...{ ...amountsOf(purchase), status: 'paid', customer_id: 11 },
      ...{ refunded: false, refunded_amount: 0, refunded_at: null },
      ...{ user_email: 'buyer@shop.example', first_order_item: { product_name: 'Atlas' } },
    })
    order.attributes.identifier = `uuid-${order.id}`
    this.#event('order_created', atMs, order)
    return order
  }

  #begin(atMs: number, of: { order: LemonObject; id: string; trialMs: number }): void {
    const { order, id, trialMs } = of
    const begun = this.#add('subscriptions', atMs, {
      ...{ order_id: Number(order.id), status: trialMs > 0 ? 'on_trial' : 'active' },
      ...{ customer_id: 11, user_email: 'buyer@shop.example', product_name: 'Atlas' },
      trial_ends_at: trialMs > 0 ? iso(atMs + trialMs) : null,
    })
    begun.id = String(Number(id))
    this.#event('subscription_created', atMs, begun)
    Object.assign(begun.attributes, { status: 'active', updated_at: iso(atMs + trialMs) })
  }

  /** Paid some seconds after it was created. */
  #invoice(atMs: number, purchase: Purchase, reason: 'initial' | 'renewal'): LemonObject {
    const invoice = this.#add('subscription-invoices', atMs, {
      ...{ ...amountsOf(purchase), status: 'paid', billing_reason: reason },
      ...{ refunded: false, refunded_amount: 0, refunded_at: null },
      subscription_id: Number(purchase.subscription?.id),
      ...{ customer_id: 11, user_email: 'buyer@shop.example' },
    })
    invoice.attributes.updated_at = iso(atMs + 5_000)
    this.#event('subscription_payment_success', atMs + 5_000, invoice)
    return invoice
  }

  #add(list: keyof LemonAccount, atMs: number, attributes: object): LemonObject {
    this.#serial += 1
    const times = { created_at: iso(atMs), updated_at: iso(atMs) }
    const object = {
      ...{ type: list, id: String(this.#serial) },
      attributes: { store_id: lemonStore, test_mode: false, ...times, ...attributes },
    }
    this.account[list].push(object)
    return object
  }

  #event(event_name: string, atMs: number, object: LemonObject): void {
    const custom_data = { tributary_visitor_id: 'v_ada' }
    const meta = { event_name, test_mode: false, custom_data }
    this.deliveries.push({ atMs, body: { meta, data: structuredClone(object) } })
  }
}

/** Its yen are in hundredths, as the formatted amount shows. */
function inCents(currency: string, amountMinor: number): number {
  return currency === 'JPY' ? amountMinor * 100 : amountMinor
}

function amountsOf({ amountMinor, currency }: Purchase) {
  const total = inCents(currency, amountMinor)
  const total_formatted = `${currency} ${(total / 100).toFixed(2)}`
  return { currency, total, tax: inCents(currency, Math.floor(amountMinor / 6)), total_formatted }
}
