import { formatMajorUnits } from '../../money/money.ts'
import { dayMs } from '../../time/durations.ts'
import type { ShopifyAccount, ShopifyObject } from './fake-shopify.ts'
import { type AccountShop, Books, type Outcome, type Paid, type Purchase } from './shop-year.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const own = 'shopify_payments'

/** A shop at Shopify, whose Shopify Payments account is in euros: a yen is 0.6 cents. */
export class ShopifyShop implements AccountShop {
  readonly books = new Books()
  readonly deliveries: AccountShop['deliveries'] = []
  readonly account: ShopifyAccount
  readonly subscriptions = 0
  #serial = 5_000_000_000

  readonly #hasGiftCards: boolean

  constructor({ hasPayments = true, hasGiftCards = false } = {}) {
    this.#hasGiftCards = hasGiftCards
    this.account = { orders: [], disputes: [], bookings: hasPayments ? [] : null }
  }

  /** Every fifth order is paid through another gateway, some of them partly with gift cards. */
  pay(atMs: number, purchase: Purchase): Paid {
    const { amountMinor, currency, subscription } = purchase
    const number = this.#next()
    const isElsewhere = this.account.bookings === null || number % 5 === 0
    const gateway = isElsewhere ? 'paypal' : own
    const giftMinor = isElsewhere && this.#hasGiftCards ? Math.floor(amountMinor / 4) : 0
    const parts: [string, number][] = [[gateway, amountMinor - giftMinor]]
    if (giftMinor > 0) parts.push(['gift_card', giftMinor])
    const taxMinor = Math.floor(amountMinor / 6)
    const order: ShopifyObject = {
      ...{
        id: `gid://shopify/Order/${number}`,
        __typename: 'Order',
        legacyResourceId: `${number}`,
      },
      ...{ createdAt: iso(atMs - 5_000), processedAt: iso(atMs), updatedAt: iso(atMs + 2_000) },
      ...{ test: false, displayFinancialStatus: 'PAID', email: 'buyer@example.com' },
      sourceName: (subscription?.count ?? 0) > 0 ? 'subscription_contract_checkout_one' : 'web',
      paymentGatewayNames: parts.map(([name]) => name),
      ...{ customer: { id: 'gid://shopify/Customer/7' }, customAttributes: [] },
      ...{ totalPriceSet: bag(amountMinor, currency), totalTaxSet: bag(taxMinor, currency) },
      totalRefundedSet: bag(0, currency),
      lineItems: { nodes: [{ title: 'Teapot' }] },
      transactions: parts.map(([name, minor]) =>
        this.#transaction('SALE', atMs + 1_000, { gateway: name, minor, currency }),
      ),
      ...{ refunds: [], disputes: [] },
    }
    this.account.orders.push(order)
    const [first] = order.transactions as ShopifyObject[]
    const paidMinor = amountMinor - giftMinor
    const feeMinor = isElsewhere ? 0 : 30 + Math.floor(paidMinor / 40)
    const given = { minor: paidMinor, currency, feeMinor }
    const feeInPaid = isElsewhere
      ? 0
      : this.#book('CHARGE', atMs + 60_000, { order, transaction: first?.id }, given)
    this.#deliver('orders/paid', atMs + 2_000, webhookOf(order))
    this.books.paid(purchase, feeInPaid)
    return { ...purchase, ref: `${number}`, atMs }
  }

  subscribe(): void {}

  refund(atMs: number, paid: Paid, amountMinor: number): void {
    this.#refund(atMs, paid, amountMinor)
    this.books.wentBack(paid, amountMinor)
  }

  /** Shopify Payments returns the money two days later. */
  failRefund(atMs: number, paid: Paid, amountMinor: number): void {
    const order = this.#order(paid)
    if (!isOwn(order)) return
    const refund = this.#refund(atMs, paid, amountMinor)
    const { currency } = paid
    for (const { id, gateway, minor } of refund.parts) {
      if (gateway !== own) continue
      const given = { minor, currency, feeMinor: 0 }
      this.#book('REFUND_FAILURE', atMs + 2 * dayMs, { order, transaction: id }, given)
    }
  }

  dispute(atMs: number, paid: Paid, outcome: Outcome): void {
    const order = this.#order(paid)
    if (!isOwn(order)) return
    const { amountMinor, currency } = paid
    const number = this.#next()
    const dispute: ShopifyObject = {
      ...{ id: `gid://shopify/ShopifyPaymentsDispute/${number}`, legacyResourceId: `${number}` },
      ...{ __typename: 'ShopifyPaymentsDispute', status: 'NEEDS_RESPONSE', type: 'CHARGEBACK' },
      ...{ initiatedAt: iso(atMs), finalizedOn: null, order },
      amount: money(amountMinor, currency),
    }
    this.account.disputes.push(dispute)
    order.disputes = [{ id: dispute.id }]
    const [first] = order.transactions as ShopifyObject[]
    const source = { sourceType: 'DISPUTE', sourceId: `${number}` }
    const given = { minor: -amountMinor, currency, feeMinor: 1_500, source }
    const fee = this.#book(
      'DISPUTE_WITHDRAWAL',
      atMs + 30_000,
      { order, transaction: first?.id },
      given,
    )
    this.#deliver('disputes/create', atMs, disputeOf(dispute))
    const endMs = atMs + 20 * dayMs
    Object.assign(dispute, { status: outcome.toUpperCase(), finalizedOn: iso(endMs).slice(0, 10) })
    this.#deliver('disputes/update', endMs, disputeOf(dispute))
    if (outcome === 'lost') {
      this.books.wentBack(paid, amountMinor, fee)
      return
    }
    const back = { minor: amountMinor, currency, feeMinor: -1_500, source }
    this.#book('DISPUTE_REVERSAL', endMs, { order, transaction: first?.id }, back)
  }

  /** An unpaid order, a test, and bookings that belong to no order. */
  addNoise(atMs: number): void {
    const { deliveries, books } = this
    const sent = deliveries.length
    const before = structuredClone(books.truth)
    const booked = this.account.bookings?.length ?? 0
    for (const change of [{ displayFinancialStatus: 'PENDING' }, { test: true }]) {
      this.pay(atMs, { amountMinor: 99, currency: 'EUR' })
      Object.assign(this.account.orders.at(-1) ?? {}, change)
    }
    this.account.bookings?.splice(booked)
    deliveries.length = sent
    Object.assign(books.truth, before)
    this.account.bookings?.push({
      ...{
        id: `gid://shopify/ShopifyPaymentsBalanceTransaction/${this.#next()}`,
        type: 'TRANSFER',
      },
      ...{ __typename: 'ShopifyPaymentsBalanceTransaction', test: false, associatedOrder: null },
      ...{ transactionDate: iso(atMs), sourceType: 'TRANSFER', sourceId: '1' },
      ...{ sourceOrderTransactionId: null, amount: money(-500, 'EUR'), net: money(-500, 'EUR') },
    })
  }

  #refund(atMs: number, paid: Paid, amountMinor: number) {
    const order = this.#order(paid)
    const { currency } = paid
    const number = this.#next()
    const [first, gift] = order.transactions as { id: string; gateway: string }[]
    const giftMinor = gift?.gateway === 'gift_card' ? Math.floor(amountMinor / 5) : 0
    const parts = [
      { gateway: String(first?.gateway), minor: amountMinor - giftMinor },
      ...(giftMinor > 0 ? [{ gateway: 'gift_card', minor: giftMinor }] : []),
    ].map((part) => ({ ...this.#transaction('REFUND', atMs, { ...part, currency }), ...part }))
    const refund = {
      ...{ legacyResourceId: `${number}`, createdAt: iso(atMs) },
      transactions: { nodes: parts, pageInfo: { hasNextPage: false } },
    }
    ;(order.refunds as object[]).push(refund)
    const refunded = minorOf(order.totalRefundedSet) + amountMinor
    const isWhole = refunded >= minorOf(order.totalPriceSet)
    Object.assign(order, {
      ...{ totalRefundedSet: bag(refunded, currency), updatedAt: iso(atMs + 1_000) },
      displayFinancialStatus: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    })
    for (const { id, gateway, minor } of parts) {
      const given = { minor: -minor, currency, feeMinor: 0 }
      if (gateway === own) this.#book('REFUND', atMs + 1_000, { order, transaction: id }, given)
    }
    this.#deliver('refunds/create', atMs, refundOf(refund, order))
    this.#deliver('orders/updated', atMs + 1_000, webhookOf(order))
    return { parts }
  }

  #transaction(
    kind: string,
    atMs: number,
    { gateway, minor, currency }: { gateway: string; minor: number; currency: string },
  ): ShopifyObject {
    return {
      ...{ id: `gid://shopify/OrderTransaction/${this.#next()}`, __typename: 'OrderTransaction' },
      ...{ kind, status: 'SUCCESS', gateway, processedAt: iso(atMs) },
      amountSet: bag(minor, currency),
    }
  }

  /** Returns the fee in the currency of the order. */
  #book(
    type: string,
    atMs: number,
    of: { order: ShopifyObject; transaction: string | undefined },
    given: { minor: number; currency: string; feeMinor: number; source?: object },
  ): number {
    const { order, transaction } = of
    const { minor, currency, feeMinor, source = { sourceType: type, sourceId: null } } = given
    const booked = currency === 'EUR' ? minor : Math.round(minor * 0.6)
    this.account.bookings?.push({
      ...{
        id: `gid://shopify/ShopifyPaymentsBalanceTransaction/${this.#next()}`,
        type,
        test: false,
      },
      ...{ __typename: 'ShopifyPaymentsBalanceTransaction', transactionDate: iso(atMs), ...source },
      sourceOrderTransactionId: transaction?.split('/').at(-1) ?? null,
      ...{ amount: money(booked, 'EUR'), net: money(booked - feeMinor, 'EUR') },
      associatedOrder: { id: order.id },
    })
    if (currency === 'EUR') return feeMinor
    return Math.sign(feeMinor) * Math.round(Math.abs((feeMinor * minor) / booked))
  }

  #order({ ref }: Paid): ShopifyObject {
    const order = this.account.orders.find(({ legacyResourceId }) => legacyResourceId === ref)
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

function isOwn({ paymentGatewayNames }: ShopifyObject): boolean {
  return JSON.stringify(paymentGatewayNames) === JSON.stringify([own])
}

function money(minor: number, currency: string) {
  return { amount: formatMajorUnits(minor, currency), currencyCode: currency, minor }
}

function bag(minor: number, currency: string) {
  return { shopMoney: money(minor, currency) }
}

function minorOf(set: unknown): number {
  return (set as ReturnType<typeof bag>).shopMoney.minor
}

function moneyIn(set: unknown) {
  const { amount, currencyCode } = (set as ReturnType<typeof bag>).shopMoney
  return { amount, currency: currencyCode }
}

/** An order in the form of webhooks. */
function webhookOf(order: ShopifyObject): object {
  const total = moneyIn(order.totalPriceSet)
  return {
    ...{ id: Number(order.legacyResourceId), checkout_token: `c${order.legacyResourceId}` },
    ...{ created_at: order.createdAt, processed_at: order.processedAt },
    ...{ updated_at: order.updatedAt, test: false, source_name: order.sourceName },
    financial_status: String(order.displayFinancialStatus).toLowerCase(),
    ...{ total_price: total.amount, currency: total.currency, email: order.email },
    ...{ total_tax: moneyIn(order.totalTaxSet).amount, customer: { id: 7 }, note_attributes: [] },
    ...{ line_items: [{ title: 'Teapot' }], landing_site: '/teapots' },
  }
}

function refundOf(
  refund: { legacyResourceId: string; createdAt: string; transactions: { nodes: ShopifyObject[] } },
  order: ShopifyObject,
): object {
  const transactions = refund.transactions.nodes.map(({ amountSet }) => {
    const { amount, currency } = moneyIn(amountSet)
    return { kind: 'refund', status: 'success', amount, currency }
  })
  const { createdAt: created_at } = refund
  const ids = { id: Number(refund.legacyResourceId), order_id: Number(order.legacyResourceId) }
  return { ...ids, created_at, processed_at: created_at, transactions }
}

function disputeOf(dispute: ShopifyObject): object {
  const { amount, currencyCode } = dispute.amount as ReturnType<typeof money>
  return {
    id: Number(dispute.legacyResourceId),
    order_id: Number((dispute.order as ShopifyObject).legacyResourceId),
    ...{ type: 'chargeback', status: String(dispute.status).toLowerCase() },
    ...{ amount, currency: currencyCode },
    ...{ initiated_at: dispute.initiatedAt, finalized_on: dispute.finalizedOn },
  }
}
