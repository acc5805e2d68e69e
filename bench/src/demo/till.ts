import { dayMs, hourMs } from '@tributary/server/time/durations.ts'
import type { Person } from './person.ts'
import type { Random } from './random.ts'

/** A movement of money as a shop's server would report it to `POST /api/v1/payment`. */
export interface ShopPayment {
  providerPaymentId: string
  amountMinor: number
  currency: string
  customerEmail: string
  customerId: string
  /** Ids are missing where the shop's integration lost them. */
  visitorId: string | undefined
  sessionId: string | undefined
  atMs: number
  renewal: boolean
  /** What a sale or a renewal pays for; the end of the last period, if the customer left. */
  subscription: { id: string; plan: string; endsMs: number | undefined } | undefined
  /** Set when this is a refund of the payment of that id: how much of it goes back. */
  refundedMinor: number | undefined
  /** The visitor who gave their e-mail address on the site, for linking; set on the sale only. */
  identifiedVisitorId: string | undefined
}

/** Keeps the shop's books: sales now, renewals and refunds when their day comes. */
export class Till {
  readonly #random: Random
  #pending: ShopPayment[] = []
  #number = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Takes the payment of a visit that ended with a purchase, and plans its renewals and refunds. */
  sell(person: Person, sessionId: string, atMs: number): void {
    if (person.buys === undefined) return
    const random = this.#random
    const { minor, monthly, plan } = person.buys
    // Most shops lose the ids now and then: a payment link, a phone call, another browser.
    const dice = random.next()
    const hasIds = dice < 0.86
    const providerPaymentId = this.#nextId()
    const subscriptionId = `sub${providerPaymentId.slice(2)}`
    const sale: ShopPayment = {
      providerPaymentId,
      amountMinor: minor[person.currency] ?? minor.USD ?? 0,
      currency: person.currency in minor ? person.currency : 'USD',
      customerEmail: person.email,
      customerId: `cus_${person.visitorId.slice(0, 12)}`,
      visitorId: hasIds ? person.visitorId : undefined,
      sessionId: hasIds ? sessionId : undefined,
      atMs,
      renewal: false,
      refundedMinor: undefined,
      subscription: monthly ? { id: subscriptionId, plan, endsMs: undefined } : undefined,
      identifiedVisitorId: dice < 0.95 ? person.visitorId : undefined,
    }
    this.#pending.push(sale)
    if (random.chance(0.045)) this.#refund(sale)
    if (monthly) this.#renew(sale)
  }

  /** Everything up to `untilMs` that was not returned yet, in time order. */
  movements(untilMs: number): ShopPayment[] {
    const due = this.#pending.filter(({ atMs }) => atMs < untilMs)
    this.#pending = this.#pending.filter(({ atMs }) => atMs >= untilMs)
    return due.sort((a, b) => a.atMs - b.atMs)
  }

  #refund(sale: ShopPayment): void {
    const isPartial = this.#random.chance(0.3)
    this.#pending.push({
      ...sale,
      atMs: sale.atMs + Math.round(this.#random.exponential(5 * dayMs)) + hourMs,
      identifiedVisitorId: undefined,
      refundedMinor: isPartial ? Math.floor(sale.amountMinor / 2) : sale.amountMinor,
    })
  }

  /** Monthly until the customer leaves; a year at most, which is longer than any shop made here. */
  #renew(sale: ShopPayment): void {
    let last = sale
    for (let month = 1; month <= 12 && this.#random.chance(0.92); month++) {
      last = {
        ...sale,
        providerPaymentId: this.#nextId(),
        atMs: sale.atMs + month * 30 * dayMs,
        renewal: true,
        identifiedVisitorId: undefined,
        visitorId: undefined,
        sessionId: undefined,
      }
      this.#pending.push(last)
    }
    if (sale.subscription === undefined) return
    last.subscription = { ...sale.subscription, endsMs: last.atMs + 30 * dayMs }
  }

  #nextId(): string {
    return `ch_demo_${(++this.#number).toString().padStart(7, '0')}`
  }
}
