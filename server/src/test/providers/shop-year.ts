import { dayMs } from '../../time/durations.ts'
import type { Delivered } from '../webhooks/scenarios/scenario.ts'
import type { Truth } from './stripe-shop.ts'

/** What was bought. */
export interface Purchase {
  amountMinor: number
  currency: string
  /** For subscriptions: the id, and the number of the payment; 0 is the purchase. */
  subscription?: { id: string; count: number }
}

/** A payment as the shop knows it. */
export interface Paid extends Purchase {
  /** The provider's id of it. */
  ref: string
  atMs: number
}

/** The monthly price of a subscription, and the length of its trial. */
export interface Plan {
  currency: string
  amountMinor: number
  trialMs: number
}

/** How a dispute ends. */
export type Outcome = 'won' | 'lost'

/** A webhook and when it was sent. */
export type ShopDelivery = Delivered & { atMs: number }

/** A shop with an account at some provider: its events become the provider's objects and webhooks. */
export interface AccountShop {
  /** Added up as events happen, and not from objects. */
  readonly books: Books
  /** The webhooks' deliveries, in time order. */
  readonly deliveries: ShopDelivery[]
  /** The number of subscriptions whose price the provider states. */
  readonly subscriptions: number
  /** Whether subscriptions may begin with a trial. */
  readonly hasTrials?: boolean
  pay(atMs: number, purchase: Purchase): Paid
  subscribe(atMs: number, id: string, of: Plan): void
  refund(atMs: number, paid: Paid, amountMinor: number): void
  /** A failed refund, if the provider has such. */
  failRefund?(atMs: number, paid: Paid, amountMinor: number): void
  dispute?(atMs: number, paid: Paid, outcome: Outcome): void
  /** Adds events that are not about money. */
  addNoise(atMs: number): void
}

/** A shop's true ledger. */
export class Books {
  readonly truth: Truth = {}
  trials = 0

  count(currency: string, change: Partial<Truth[string]>): void {
    const sum = this.truth[currency] ?? { payments: 0, grossMinor: 0, netMinor: 0, feesMinor: 0 }
    const { payments = 0, grossMinor = 0, netMinor = 0, feesMinor = 0 } = change
    this.truth[currency] = {
      payments: sum.payments + payments,
      grossMinor: sum.grossMinor + grossMinor,
      netMinor: sum.netMinor + netMinor,
      feesMinor: sum.feesMinor + feesMinor,
    }
  }

  paid({ currency, amountMinor }: Purchase, feeMinor: number): void {
    const amounts = { grossMinor: amountMinor, netMinor: amountMinor }
    this.count(currency, { payments: 1, ...amounts, feesMinor: feeMinor })
  }

  wentBack({ currency }: Purchase, amountMinor: number, feeMinor = 0): void {
    this.count(currency, { netMinor: -amountMinor, feesMinor: feeMinor })
  }
}

/** A year of purchases, subscriptions, refunds and disputes in two currencies, until a moment. */
export function playYear<Shop extends AccountShop>(
  shop: Shop,
  customers: number,
  endMs: number,
): Shop {
  const beginMs = endMs - 360 * dayMs
  for (let index = 0; index < customers; index++) {
    const atMs = beginMs + Math.floor((index * 350 * dayMs) / customers)
    const amountMinor = 500 + ((index * 7919) % 20_000)
    const currency = index % 7 === 2 ? 'JPY' : 'EUR'
    if (index % 4 === 1) {
      const id = String(index).padStart(6, '0')
      const trialMs = shop.hasTrials && index % 8 === 5 ? 14 * dayMs : 0
      const first = trialMs > 0 ? 1 : 0
      const firstMs = atMs + trialMs
      const months = Math.min(1 + (index % 5), Math.floor((endMs - firstMs) / (30 * dayMs)) + 1)
      shop.subscribe(atMs, id, { currency, amountMinor, trialMs })
      shop.books.trials += first
      for (let month = 0; month < months; month++) {
        const count = month + first
        const dueMs = firstMs + month * 30 * dayMs
        // Half an hour before midnight: what happens a little later is on another day.
        const paidMs = count === 0 ? dueMs : Math.floor(dueMs / dayMs) * dayMs - 30 * 60_000
        const paid = shop.pay(paidMs, { amountMinor, currency, subscription: { id, count } })
        if (month === 1) shop.refund(paidMs + 3 * dayMs, paid, Math.floor(amountMinor / 2))
      }
      continue
    }
    const paid = shop.pay(atMs, { amountMinor, currency })
    if (index % 18 === 16)
      shop.dispute?.(atMs + 3 * dayMs, paid, index % 36 === 16 ? 'lost' : 'won')
    else if (index % 10 === 3) shop.refund(atMs + dayMs, paid, amountMinor)
    else if (index % 10 === 4) {
      shop.refund(atMs + dayMs, paid, Math.floor(amountMinor / 3))
      shop.refund(atMs + 2 * dayMs, paid, Math.floor(amountMinor / 5))
    } else if (index % 20 === 6) shop.failRefund?.(atMs + dayMs, paid, amountMinor)
    if (index % 25 === 0) shop.addNoise(atMs)
  }
  shop.deliveries.sort((a, b) => a.atMs - b.atMs)
  return shop
}
