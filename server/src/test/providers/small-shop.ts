import {
  type AccountShop,
  Books,
  type Outcome,
  type Paid,
  type Purchase,
  type ShopDelivery,
} from './shop-year.ts'

/** A refund or a dispute. */
export interface ShopRefund {
  serial: number
  atMs: number
  amountMinor: number
}

/** A payment as the shop knows it; each provider has its own objects for it. */
export interface ShopPayment extends Paid {
  serial: number
  taxMinor: number
  /** The provider's fee, in `currency`. */
  feeMinor: number
  refunds: ShopRefund[]
  /** The bank took it back, and returned it a week later if it was won. */
  dispute: { serial: number; atMs: number; outcome: Outcome } | null
}

/** A subscription and when it began. */
export interface ShopSubscription {
  id: string
  atMs: number
  currency: string
  amountMinor: number
}

/** How a provider represents a shop. */
export interface ShownShop {
  refOf(payment: { serial: number }): string
  /** The webhooks' deliveries, in any order. */
  deliveriesOf(payments: readonly ShopPayment[]): ShopDelivery[]
  /** Whether it reports its fees. */
  hasFees: boolean
  /** Whether it reports the prices of subscriptions. */
  hasSubscriptions: boolean
}

/** A shop from which fake providers make their objects for each request. */
export class SmallShop implements AccountShop {
  readonly books = new Books()
  readonly payments: ShopPayment[] = []
  readonly subscribed: ShopSubscription[] = []
  readonly #shown: ShownShop
  #serial = 0

  constructor(shown: ShownShop) {
    this.#shown = shown
  }

  get deliveries(): ShopDelivery[] {
    return this.#shown.deliveriesOf(this.payments).sort((a, b) => a.atMs - b.atMs)
  }

  get subscriptions(): number {
    return this.#shown.hasSubscriptions ? this.subscribed.length : 0
  }

  pay(atMs: number, { amountMinor, currency, subscription }: Purchase): ShopPayment {
    const serial = this.#next()
    const payment: ShopPayment = {
      ...{ serial, ref: this.#shown.refOf({ serial }), atMs, amountMinor, currency },
      ...(subscription && { subscription }),
      ...{ taxMinor: Math.floor(amountMinor / 6), feeMinor: Math.floor(amountMinor / 30) * 3 },
      ...{ refunds: [], dispute: null },
    }
    this.payments.push(payment)
    this.books.paid(payment, this.#shown.hasFees ? payment.feeMinor : 0)
    return payment
  }

  subscribe(atMs: number, id: string, of: { currency: string; amountMinor: number }): void {
    this.subscribed.push({ id, atMs, ...of })
  }

  refund(atMs: number, { ref }: Paid, amountMinor: number): void {
    const payment = this.#payment(ref)
    payment.refunds.push({ serial: this.#next(), atMs, amountMinor })
    this.books.wentBack(payment, amountMinor)
  }

  dispute(atMs: number, { ref }: Paid, outcome: Outcome): void {
    const payment = this.#payment(ref)
    payment.dispute = { serial: this.#next(), atMs, outcome }
    if (outcome === 'lost') this.books.wentBack(payment, payment.amountMinor)
  }

  addNoise(): void {
    this.#next()
  }

  #payment(ref: string): ShopPayment {
    const payment = this.payments.find((one) => one.ref === ref)
    if (payment === undefined) throw new Error(`there is no payment ${ref}`)
    return payment
  }

  #next(): number {
    this.#serial += 1
    return this.#serial
  }
}
