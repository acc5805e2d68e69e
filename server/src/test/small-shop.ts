import type { Truth } from './stripe-shop.ts'

/** Something that went back to a customer. */
export interface ShopRefund {
  serial: number
  atMs: number
  amountMinor: number
}

/** A payment as the customer and the shop see it; each provider has objects of its own for it. */
export interface ShopPayment {
  serial: number
  atMs: number
  currency: string
  amountMinor: number
  taxMinor: number
  /** What the provider keeps, in `currency`. */
  feeMinor: number
  customer: number
  /** Serial number of the subscription that it pays for. */
  subscription: number | null
  isFirst: boolean
  refunds: ShopRefund[]
  /** The bank took it back; `isWon`: and returned it a week later. */
  dispute: { serial: number; atMs: number; isWon: boolean } | null
}

const day = 86_400_000

/** A shop that is the same each time, with a ledger that is added up as things happen and not from objects. */
export class SmallShop {
  readonly payments: ShopPayment[] = []
  readonly truth: Truth = {}
  readonly hasFees: boolean
  #serial = 0

  /** `hasFees`: whether the provider's API says what it keeps. */
  constructor({ hasFees }: { hasFees: boolean }) {
    this.hasFees = hasFees
  }

  pay(
    atMs: number,
    { currency = 'EUR', amountMinor = 4_900, customer = 1, ...more }: Partial<ShopPayment> = {},
  ): ShopPayment {
    const payment = {
      ...{ serial: this.#next(), atMs: Math.floor(atMs / 1000) * 1000, currency, amountMinor },
      ...{ taxMinor: Math.floor(amountMinor / 6), feeMinor: Math.floor(amountMinor / 30) * 3 },
      ...{ customer, subscription: null, isFirst: true, refunds: [], dispute: null },
      ...more,
    }
    this.payments.push(payment)
    const feesMinor = this.hasFees ? payment.feeMinor : 0
    this.#count(currency, {
      payments: 1,
      grossMinor: amountMinor,
      netMinor: amountMinor,
      feesMinor,
    })
    return payment
  }

  refund(payment: ShopPayment, atMs: number, amountMinor = payment.amountMinor): void {
    payment.refunds.push({ serial: this.#next(), atMs, amountMinor })
    this.#count(payment.currency, { netMinor: -amountMinor })
  }

  dispute(payment: ShopPayment, atMs: number, isWon = false): void {
    payment.dispute = { serial: this.#next(), atMs, isWon }
    if (!isWon) this.#count(payment.currency, { netMinor: -payment.amountMinor })
  }

  #next(): number {
    this.#serial += 1
    return this.#serial
  }

  #count(currency: string, change: Partial<Truth[string]>): void {
    const sum = this.truth[currency] ?? { payments: 0, grossMinor: 0, netMinor: 0, feesMinor: 0 }
    const { payments = 0, grossMinor = 0, netMinor = 0, feesMinor = 0 } = change
    this.truth[currency] = {
      payments: sum.payments + payments,
      grossMinor: sum.grossMinor + grossMinor,
      netMinor: sum.netMinor + netMinor,
      feesMinor: sum.feesMinor + feesMinor,
    }
  }
}

export interface PastOptions {
  hasFees: boolean
  currencies?: readonly string[]
  /** How many days it goes back. */
  days?: number
}

/** The past of a shop with so many customers: payments, renewals by the month, refunds in part and in full, disputes. */
export function aSmallPast(customers: number, nowMs: number, options: PastOptions): SmallShop {
  const { currencies = ['EUR', 'USD'], days = 355 } = options
  const shop = new SmallShop(options)
  for (let customer = 1; customer <= customers; customer++) {
    const currency = currencies[customer % currencies.length] ?? 'EUR'
    const firstMs = nowMs - 2 * day - ((customer * 7_919) % days) * day
    const amountMinor = 1_500 + ((customer * 3_001) % 60) * 150
    const about = { currency, amountMinor, customer }
    if (customer % 4 === 0) {
      const last = Math.min(Math.floor((nowMs - firstMs) / (30 * day)), 5)
      for (let month = 0; month <= last; month++) {
        const renewal = { ...about, subscription: customer, isFirst: month === 0 }
        shop.pay(firstMs + month * 30 * day, renewal)
      }
      continue
    }
    const payment = shop.pay(firstMs + customer * 1_000, about)
    const laterMs = Math.min(firstMs + 20 * day, nowMs - day)
    if (customer % 7 === 1) shop.refund(payment, laterMs)
    else if (customer % 7 === 2) shop.refund(payment, laterMs, 300)
    else if (customer % 13 === 5) shop.dispute(payment, laterMs, customer % 2 === 0)
  }
  return shop
}
