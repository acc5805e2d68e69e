import { dayMs } from '../../time/durations.ts'
import type { PaddleAccount, PaddleObject } from './fake-paddle.ts'
import {
  type AccountShop,
  Books,
  type Outcome,
  type Paid,
  type Plan,
  type Purchase,
} from './shop-year.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** A shop's account at Paddle, which pays it out in euros: a yen is 0.6 cents. */
export class PaddleShop implements AccountShop {
  readonly books = new Books()
  readonly hasTrials = true
  readonly deliveries: AccountShop['deliveries'] = []
  readonly account: PaddleAccount = { transactions: [], adjustments: [], subscriptions: [] }
  #serial = 0

  get subscriptions(): number {
    return this.account.subscriptions.length
  }

  pay(atMs: number, purchase: Purchase): Paid {
    const { amountMinor, currency, subscription } = purchase
    const [tax, fee] = [Math.floor(amountMinor / 6), 50 + Math.floor(amountMinor / 20)]
    const renewal = subscription !== undefined && subscription.count > 0
    const totals = {
      ...{ total: `${amountMinor}`, grand_total: `${amountMinor}`, tax: `${tax}` },
      ...{ subtotal: `${amountMinor - tax}`, currency_code: currency },
    }
    const earnings = `${amountMinor - tax - fee}`
    const object: PaddleObject = {
      ...{ id: this.#id('txn', atMs), status: 'completed', currency_code: currency },
      ...{ origin: renewal ? 'subscription_recurring' : 'web', customer_id: 'ctm_1' },
      ...{ custom_data: null, subscription_id: subscription ? `sub_${subscription.id}` : null },
      details: { totals: { ...totals, fee: `${fee}`, earnings }, line_items: [] },
      payments: [
        { status: 'error', captured_at: null },
        { status: 'captured', captured_at: iso(atMs) },
      ],
      ...{ billed_at: iso(atMs - 2_000), created_at: iso(atMs - 60_000) },
      updated_at: iso(atMs + 4_000),
    }
    this.account.transactions.push(object)
    const paidOnly = { ...object, status: 'paid', updated_at: iso(atMs + 1_000) }
    // The fee is known once the transaction is completed.
    const details = { totals: { ...totals, fee: null, earnings: null }, line_items: [] }
    this.#event('transaction.paid', atMs + 1_000, { ...paidOnly, details })
    this.#event('transaction.completed', atMs + 4_000, object)
    this.books.paid(purchase, fee)
    return { ...purchase, ref: object.id, atMs }
  }

  subscribe(atMs: number, id: string, of: Plan): void {
    const endMs = atMs + of.trialMs
    const trial_dates = of.trialMs > 0 ? { starts_at: iso(atMs), ends_at: iso(endMs) } : null
    const object: PaddleObject = {
      ...{ id: `sub_${id}`, status: 'active', customer_id: 'ctm_1', currency_code: of.currency },
      ...{ created_at: iso(atMs), started_at: iso(atMs), updated_at: iso(atMs) },
      ...{ canceled_at: null, scheduled_change: null, discount: null, custom_data: null },
      items: [
        {
          ...{ quantity: 1, recurring: true, trial_dates, product: { name: 'Atlas' } },
          price: {
            ...{ id: 'pri_1', billing_cycle: { interval: 'month', frequency: 1 } },
            unit_price: { amount: `${of.amountMinor}`, currency_code: of.currency },
          },
        },
      ],
    }
    this.account.subscriptions.push(object)
    const status = of.trialMs > 0 ? 'trialing' : 'active'
    this.#event('subscription.created', atMs, { ...object, status })
    object.updated_at = iso(endMs)
  }

  refund(atMs: number, paid: Paid, amountMinor: number): void {
    const { adjustment, feeBack } = this.#adjust(atMs, paid, { action: 'refund', amountMinor })
    const pending = { ...adjustment, status: 'pending_approval', updated_at: adjustment.created_at }
    this.#event('adjustment.created', atMs, pending)
    this.#event('adjustment.updated', atMs + 3_600_000, adjustment)
    this.books.wentBack(paid, amountMinor, -feeBack)
  }

  failRefund(atMs: number, paid: Paid, amountMinor: number): void {
    const { adjustment } = this.#adjust(atMs, paid, { action: 'refund', amountMinor })
    this.#event('adjustment.updated', atMs + 3_600_000, { ...adjustment })
    Object.assign(adjustment, { status: 'reversed', updated_at: iso(atMs + 2 * dayMs) })
    this.#event('adjustment.updated', atMs + 2 * dayMs, adjustment)
  }

  dispute(atMs: number, paid: Paid, outcome: Outcome): void {
    const { amountMinor } = paid
    const lost = this.#adjust(atMs, paid, { action: 'chargeback', amountMinor, costs: 1_500 })
    this.#event('adjustment.created', atMs, lost.adjustment)
    if (outcome === 'lost') {
      this.books.wentBack(paid, amountMinor, lost.costs - lost.feeBack)
      return
    }
    const backMs = atMs + 20 * dayMs
    const won = { action: 'chargeback_reverse', amountMinor, costs: 1_500 }
    const { adjustment } = this.#adjust(backMs, paid, won)
    this.#event('adjustment.created', backMs, adjustment)
  }

  addNoise(atMs: number): void {
    const common = { currency_code: 'EUR', created_at: iso(atMs), updated_at: iso(atMs) }
    for (const status of ['draft', 'ready', 'billed', 'past_due', 'canceled']) {
      this.account.transactions.push({ ...common, id: this.#id('txn', atMs), status })
    }
    const credit = {
      action: 'credit',
      status: 'approved',
      transaction_id: 'txn_none',
      totals: { total: '99' },
    }
    this.account.adjustments.push({ ...common, ...credit, id: this.#id('adj', atMs) })
  }

  /** Paddle returns all but a tenth of its fee, and charges a separate one for a chargeback, in euros. */
  #adjust(
    atMs: number,
    { ref, currency, amountMinor: paidMinor }: Paid,
    of: { action: string; amountMinor: number; costs?: number },
  ) {
    const { action, amountMinor, costs = 0 } = of
    const tax = Math.floor(amountMinor / 6)
    const feeBack = Math.floor(((50 + paidMinor / 20) * amountMinor * 0.9) / paidMinor)
    const totals = {
      ...{ total: `${amountMinor}`, tax: `${tax}`, currency_code: currency },
      earnings: `${amountMinor - tax - feeBack}`,
    }
    const paidOut = currency === 'EUR' ? amountMinor : Math.round(amountMinor * 0.6)
    const adjustment: PaddleObject = {
      ...{ id: this.#id('adj', atMs), action, status: 'approved', transaction_id: ref, totals },
      ...{ currency_code: currency, created_at: iso(atMs), updated_at: iso(atMs + 3_600_000) },
      payout_totals: {
        ...{ total: `${paidOut}`, currency_code: 'EUR' },
        chargeback_fee: costs === 0 ? null : { amount: `${costs}`, original: null },
      },
    }
    this.account.adjustments.push(adjustment)
    const inPaid = currency === 'EUR' ? costs : Math.round((costs * amountMinor) / paidOut)
    return { adjustment, feeBack, costs: inPaid }
  }

  /** Like Paddle's: in time order. */
  #id(prefix: string, atMs: number): string {
    this.#serial += 1
    return `${prefix}_${atMs.toString(36).padStart(10, '0')}${String(this.#serial).padStart(6, '0')}`
  }

  #event(event_type: string, atMs: number, data: object): void {
    const body = { event_id: this.#id('evt', atMs), event_type, occurred_at: iso(atMs) }
    this.deliveries.push({ atMs, body: { ...body, data: structuredClone(data) } })
  }
}
