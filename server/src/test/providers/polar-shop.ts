import { dayMs, hourMs, minuteMs } from '../../time/durations.ts'
import type { PolarAccount, PolarObject } from './fake-polar.ts'
import {
  type AccountShop,
  Books,
  type Outcome,
  type Paid,
  type Plan,
  type Purchase,
} from './shop-year.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** A shop's organization at Polar, which charges some fees in dollars and reports no disputes by webhook. */
export class PolarShop implements AccountShop {
  readonly books = new Books()
  readonly hasTrials = true
  readonly deliveries: AccountShop['deliveries'] = []
  readonly account: PolarAccount = { orders: [], refunds: [], disputes: [], subscriptions: [] }
  #serial = 0

  get subscriptions(): number {
    return this.account.subscriptions.length
  }

  /** A renewal is paid an hour after its order was created. Polar computes its fee a minute later. */
  pay(atMs: number, purchase: Purchase): Paid {
    const { amountMinor, currency, subscription } = purchase
    const isRenewal = subscription !== undefined && subscription.count > 0
    const reason = subscription ? 'subscription_create' : 'purchase'
    const paidMs = isRenewal ? atMs + hourMs : atMs + 2_000
    const fee = 40 + Math.floor(amountMinor / 25)
    const tax = Math.floor(amountMinor / 6)
    const order: PolarObject = {
      ...{ id: this.#id('order'), created_at: iso(atMs), modified_at: iso(paidMs) },
      ...{ status: 'paid', paid: true, currency: currency.toLowerCase() },
      ...{ total_amount: amountMinor, tax_amount: tax, net_amount: amountMinor - tax },
      ...{ billing_reason: isRenewal ? 'subscription_cycle' : reason, description: 'Atlas' },
      ...{ customer_id: 'cus-1', customer: { id: 'cus-1', email: 'buyer@shop.example' } },
      ...{ subscription_id: subscription ? `sub-${subscription.id}` : null, metadata: {} },
      ...{ checkout_id: isRenewal ? null : this.#id('checkout'), custom_field_data: {} },
      ...{ refunded_amount: 0, refunded_tax_amount: 0 },
      ...{ platform_fee_amount: 0, platform_fee_currency: currency.toLowerCase() },
    }
    this.account.orders.push(order)
    this.#event('order.paid', paidMs, order)
    Object.assign(order, { platform_fee_amount: fee, modified_at: iso(paidMs + minuteMs) })
    this.#event('order.updated', paidMs + minuteMs, order)
    this.books.paid(purchase, fee)
    return { ...purchase, ref: order.id, atMs }
  }

  subscribe(atMs: number, id: string, { currency, amountMinor, trialMs }: Plan): void {
    const endMs = atMs + trialMs
    const object: PolarObject = {
      ...{ id: `sub-${id}`, created_at: iso(atMs), modified_at: iso(atMs), started_at: iso(atMs) },
      ...{ status: trialMs > 0 ? 'trialing' : 'active', currency: currency.toLowerCase() },
      ...{ amount: amountMinor, recurring_interval: 'month', recurring_interval_count: 1 },
      ...{ customer_id: 'cus-1', product: { name: 'Atlas' }, discount: null, metadata: {} },
      trial_start: trialMs > 0 ? iso(atMs) : null,
      trial_end: trialMs > 0 ? iso(endMs) : null,
    }
    this.account.subscriptions.push(object)
    this.#event('subscription.created', atMs, object)
    Object.assign(object, { status: 'active', modified_at: iso(endMs) })
  }

  refund(atMs: number, paid: Paid, amountMinor: number): void {
    const refund = this.#refund(atMs, paid, amountMinor)
    this.#event('refund.created', atMs, { ...refund, status: 'pending' })
    refund.modified_at = iso(atMs + hourMs)
    this.#event('refund.updated', atMs + hourMs, refund)
    const order = this.account.orders.find(({ id }) => id === paid.ref) ?? refund
    const tax = Number(order.refunded_tax_amount) + Number(refund.tax_amount)
    Object.assign(order, {
      ...{ status: 'partially_refunded', modified_at: iso(atMs + hourMs) },
      refunded_amount: Number(order.refunded_amount) + Number(refund.amount),
      refunded_tax_amount: tax,
    })
    this.#event('order.refunded', atMs + hourMs, order)
    this.books.wentBack(paid, amountMinor)
  }

  failRefund(atMs: number, paid: Paid, amountMinor: number): void {
    const refund = this.#refund(atMs, paid, amountMinor)
    this.#event('refund.created', atMs, refund)
    Object.assign(refund, { status: 'failed', modified_at: iso(atMs + 2 * dayMs) })
    this.#event('refund.updated', atMs + 2 * dayMs, refund)
  }

  dispute(atMs: number, paid: Paid, outcome: Outcome): void {
    const tax = Math.floor(paid.amountMinor / 6)
    this.account.disputes.push({
      ...{ id: this.#id('dispute'), created_at: iso(atMs), modified_at: iso(atMs + 20 * dayMs) },
      ...{ status: outcome, order_id: paid.ref, currency: paid.currency.toLowerCase() },
      ...{ amount: paid.amountMinor - tax, tax_amount: tax },
    })
    if (outcome === 'lost') this.books.wentBack(paid, paid.amountMinor)
  }

  addNoise(atMs: number): void {
    const common = { created_at: iso(atMs), modified_at: null, currency: 'eur', total_amount: 99 }
    for (const status of ['draft', 'pending', 'void']) {
      this.account.orders.push({ ...common, id: this.#id('order'), status, paid: false })
    }
    const dispute = { ...common, order_id: 'none', amount: 99 }
    this.account.disputes.push({ ...dispute, id: this.#id('dispute'), status: 'prevented' })
    const waiting = { ...common, id: this.#id('sub'), started_at: null, status: 'incomplete' }
    const price = { amount: 99, recurring_interval: 'month', product: { name: 'Atlas' } }
    this.account.subscriptions.push({ ...waiting, ...price })
  }

  /** `amount` is without tax. */
  #refund(atMs: number, paid: Paid, amountMinor: number): PolarObject {
    const tax = Math.floor(amountMinor / 6)
    const refund: PolarObject = {
      ...{ id: this.#id('refund'), created_at: iso(atMs), modified_at: null },
      ...{ status: 'succeeded', order_id: paid.ref, currency: paid.currency.toLowerCase() },
      ...{ amount: amountMinor - tax, tax_amount: tax, metadata: {} },
    }
    this.account.refunds.push(refund)
    return refund
  }

  #id(kind: string): string {
    this.#serial += 1
    return `${kind}-0000-4000-8000-${String(this.#serial).padStart(12, '0')}`
  }

  #event(type: string, atMs: number, data: object): void {
    const body = { type, timestamp: iso(atMs), data: structuredClone(data) }
    this.deliveries.push({ atMs, body })
  }
}
