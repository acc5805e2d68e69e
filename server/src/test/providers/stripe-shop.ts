import type { StripeAccount, StripeObject } from './fake-stripe.ts'

/** What a shop's customers paid and got back, and Stripe's fees, by the payments' currency in minor units. */
export type Truth = Record<
  string,
  { payments: number; grossMinor: number; netMinor: number; feesMinor: number }
>

export interface Shop {
  account: StripeAccount
  /** As webhooks deliver them, in time order. */
  events: StripeObject[]
  truth: Truth
}

const hour = 3600
const day = 24 * hour

/** A shop's account at Stripe, with a ledger that is added up as events happen and not from objects. */
export class ShopAccount implements Shop {
  readonly account: StripeAccount = {
    ...{ '/v1/invoices': [], '/v1/charges': [], '/v1/checkout/sessions': [], '/v1/refunds': [] },
    ...{ '/v1/subscriptions': [], '/v1/disputes': [], '/v1/events': [] },
    ...{ '/v1/balance_transactions': [], '/v1/payment_intents': [] },
  }
  readonly truth: Truth = {}
  #serial = 0

  get events(): StripeObject[] {
    return this.list('/v1/events').toSorted((a, b) => a.created - b.created)
  }

  list(path: string): StripeObject[] {
    this.account[path] ??= []
    return this.account[path]
  }

  id(prefix: string): string {
    this.#serial += 1
    return `${prefix}_${String(this.#serial).padStart(8, '0')}`
  }

  count(currency: string, change: Partial<Truth[string]>): void {
    const code = currency.toUpperCase()
    const sum = this.truth[code] ?? { payments: 0, grossMinor: 0, netMinor: 0, feesMinor: 0 }
    const { payments = 0, grossMinor = 0, netMinor = 0, feesMinor = 0 } = change
    this.truth[code] = {
      payments: sum.payments + payments,
      grossMinor: sum.grossMinor + grossMinor,
      netMinor: sum.netMinor + netMinor,
      feesMinor: sum.feesMinor + feesMinor,
    }
  }

  event(type: string, at: number, object: object): void {
    const id = this.id('evt')
    // Webhooks and the list of events contain objects as they were, with nothing expanded.
    const data = { object: withoutExpandable(structuredClone(object)) }
    this.list('/v1/events').push({ id, object: 'event', created: at, type, livemode: true, data })
  }

  /** Received money; the caller adds the other side. */
  charge(
    at: number,
    given: { amount: number; currency?: string; description?: string; metadata?: object },
  ) {
    const { amount, currency = 'eur', description = null, metadata = {} } = given
    const [id, intentId] = [this.id('ch'), this.id('pi')]
    const common = { currency, customer: null, livemode: true, metadata }
    const charge: StripeObject = {
      ...{ id, object: 'charge', created: at, amount, amount_captured: amount, amount_refunded: 0 },
      ...{
        ...common,
        status: 'succeeded',
        paid: true,
        captured: true,
        billing_details: { email: null },
      },
    }
    const intent: StripeObject = {
      ...{
        id: intentId,
        object: 'payment_intent',
        created: at - 60,
        amount,
        amount_received: amount,
      },
      ...{ ...common, description, status: 'succeeded', latest_charge: id },
    }
    const fee = 25 + Math.round(amount * 0.015)
    const source = { ...charge, payment_intent: intentId }
    const booked = this.book(at, source, { type: 'charge', amount, fee, tax: 5 })
    charge.expandable = { balance_transaction: booked, payment_intent: intent }
    this.list('/v1/charges').push(charge)
    this.event('charge.succeeded', at, { ...charge, payment_intent: intentId })
    this.event('payment_intent.succeeded', at, intent)
    this.count(currency, { payments: 1, grossMinor: amount, netMinor: amount })
    return { charge, intent }
  }

  /** A movement of the account's balance, which is in euros: 0.6 of a yen's hundredth part. */
  book(
    at: number,
    source: StripeObject,
    given: { type: string; amount: number; fee: number; tax?: number },
  ): StripeObject {
    const { type, amount, fee, tax = 0 } = given
    const currency = String(source.currency)
    const inEuros = currency === 'eur' ? amount : Math.round(amount * 0.6)
    const all = fee + tax
    const detail = (name: string, part: number) => ({ type: name, amount: part, currency: 'eur' })
    const details = [detail('stripe_fee', fee), ...(tax === 0 ? [] : [detail('tax', tax)])]
    const booked: StripeObject = {
      ...{ id: this.id('txn'), object: 'balance_transaction', created: at, type, currency: 'eur' },
      ...{ amount: inEuros, fee: all, fee_details: details, net: inEuros - all },
    }
    const listed = { ...booked, expandable: { source: withoutExpandable(source) } }
    this.list('/v1/balance_transactions').push(listed)
    // Both are rounded, half away from zero, to whole units of the payment's currency.
    const taken = Math.round((Math.abs(all) * amount) / inEuros) * Math.sign(all)
    this.count(currency, { feesMinor: currency === 'eur' ? all : Math.abs(taken) * Math.sign(all) })
    return booked
  }

  checkout(at: number, given: { amount: number; currency?: string; metadata?: object }) {
    const paid = this.charge(at, given)
    const { amount, currency = 'eur', metadata = {} } = given
    const session: StripeObject = {
      ...{ id: this.id('cs'), object: 'checkout.session', created: at - 600, mode: 'payment' },
      ...{
        payment_intent: paid.intent.id,
        payment_status: 'paid',
        status: 'complete',
        livemode: true,
      },
      ...{ amount_total: amount, currency, metadata, subscription: null, invoice: null },
      customer_details: { email: 'buyer@example.com' },
    }
    this.list('/v1/checkout/sessions').push(session)
    this.event('checkout.session.completed', at, session)
    return paid
  }

  subscribe(
    at: number,
    given: { amount: number; months: number; currency?: string; trialDays?: number },
  ) {
    const { amount, months, currency = 'eur', trialDays = 0 } = given
    const customer = this.id('cus')
    const subscription: StripeObject = {
      ...{
        id: this.id('sub'),
        object: 'subscription',
        created: at,
        status: 'active',
        customer,
        currency,
      },
      ...{ livemode: true, metadata: {}, latest_invoice: null as string | null },
      ...(trialDays > 0 && { trial_start: at, trial_end: at + trialDays * day }),
    }
    this.list('/v1/subscriptions').push(subscription)
    if (trialDays > 0) {
      const free = this.invoice(at, { amount: 0, reason: 'subscription_create', subscription })
      const then = { ...subscription, status: 'trialing', latest_invoice: free.id }
      this.event('customer.subscription.created', at, then)
    }
    for (let month = 0; month < months; month++) {
      const paidAt = at + (trialDays + month * 30) * day + (month + trialDays > 0 ? hour : 0)
      const isFirst = month === 0 && trialDays === 0
      const reason = isFirst ? 'subscription_create' : 'subscription_cycle'
      const invoice = this.invoice(paidAt, { amount, reason, subscription })
      subscription.latest_invoice = invoice.id
      if (isFirst) this.event('customer.subscription.created', at, subscription)
    }
    return subscription
  }

  invoice(
    at: number,
    given: { amount: number; reason: string; subscription: StripeObject },
  ): StripeObject {
    const { amount, reason, subscription } = given
    const description =
      reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
    const currency = String(subscription.currency)
    const paid = amount === 0 ? undefined : this.charge(at, { amount, currency, description })
    const id = this.id('in')
    const payment = paid && {
      ...{
        id: this.id('inpay'),
        object: 'invoice_payment',
        invoice: id,
        status: 'paid',
        livemode: true,
      },
      payment: { type: 'payment_intent', payment_intent: paid.intent.id },
    }
    const invoice: StripeObject = {
      ...{
        id,
        object: 'invoice',
        created: at - hour,
        amount_paid: amount,
        currency,
        status: 'paid',
      },
      ...{
        customer: subscription.customer,
        customer_email: null,
        billing_reason: reason,
        livemode: true,
      },
      status_transitions: { paid_at: at },
      parent: { subscription_details: { subscription: subscription.id, metadata: {} } },
      ...{ metadata: {}, lines: { data: [] } },
      expandable: { payments: { data: payment ? [payment] : [] } },
    }
    this.list('/v1/invoices').push(invoice)
    this.event('invoice.paid', at, invoice)
    if (payment) {
      this.list('/v1/invoice_payments').push({ ...payment, created: at })
      this.event('invoice_payment.paid', at, payment)
    }
    return invoice
  }

  refund(at: number, { charge, intent }: Paid, amount: number): StripeObject {
    const refund: StripeObject = {
      ...{ id: this.id('re'), object: 'refund', created: at, amount, currency: charge.currency },
      ...{ charge: charge.id, payment_intent: intent.id, status: 'succeeded' },
    }
    // For some refunds it returns a part of its fee.
    const fee = amount % 2 === 0 ? -10 : 0
    const booked = this.book(at, refund, { type: 'refund', amount: -amount, fee })
    refund.expandable = { balance_transaction: booked }
    this.list('/v1/refunds').push(refund)
    charge.amount_refunded = Number(charge.amount_refunded) + amount
    this.event('refund.created', at, refund)
    this.event('charge.refunded', at, { ...charge, payment_intent: intent.id })
    this.count(String(charge.currency), { netMinor: -amount })
    return refund
  }

  /** A refund that the customer's bank sent back days later. */
  failRefund(at: number, refund: StripeObject, { charge }: Paid): void {
    refund.status = 'failed'
    const back = { type: 'refund_failure', amount: Number(refund.amount), fee: 0 }
    const booked = this.book(at, refund, back)
    refund.expandable = { ...(refund.expandable as object), failure_balance_transaction: booked }
    charge.amount_refunded = Number(charge.amount_refunded) - Number(refund.amount)
    this.event('refund.failed', at, refund)
    this.count(String(charge.currency), { netMinor: Number(refund.amount) })
  }

  dispute(at: number, { charge, intent }: Paid, outcome: 'won' | 'lost' | 'open'): void {
    const amount = Number(charge.amount)
    const dispute: StripeObject = {
      ...{ id: this.id('dp'), object: 'dispute', created: at, amount, currency: charge.currency },
      ...{ charge: charge.id, payment_intent: intent.id, status: 'needs_response', livemode: true },
      balance_transactions: [] as StripeObject[],
    }
    const move = (created: number, sign: number) =>
      this.book(created, dispute, { type: 'adjustment', amount: sign * amount, fee: -sign * 1_500 })
    const withdrawn = move(at, -1)
    dispute.balance_transactions = [withdrawn]
    this.list('/v1/disputes').push(dispute)
    this.event('charge.dispute.created', at, dispute)
    this.event('charge.dispute.funds_withdrawn', at, dispute)
    // What the bank took is gone until it comes back.
    if (outcome !== 'won') this.count(String(charge.currency), { netMinor: -amount })
    if (outcome === 'open') return
    const closedAt = at + 20 * day
    dispute.status = outcome
    if (outcome === 'won') {
      dispute.balance_transactions = [withdrawn, move(closedAt, 1)]
      this.event('charge.dispute.funds_reinstated', closedAt, dispute)
    }
    this.event('charge.dispute.closed', closedAt, dispute)
  }

  /** Events without money: a failed charge, an authorisation, an open invoice, a test payment. */
  addNoise(at: number): void {
    const common = { object: 'charge', created: at, amount: 999, currency: 'eur', metadata: {} }
    const intent = {
      id: this.id('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
    }
    this.list('/v1/charges').push(
      {
        ...common,
        id: this.id('ch'),
        status: 'failed',
        paid: false,
        expandable: { payment_intent: intent },
      },
      { ...common, id: this.id('ch'), status: 'succeeded', captured: false },
      { ...common, id: this.id('ch'), status: 'succeeded', paid: true, livemode: false },
    )
    this.list('/v1/invoices').push({
      id: this.id('in'),
      object: 'invoice',
      created: at,
      status: 'open',
      amount_paid: 0,
    })
    this.#refundUnused(at)
  }

  /** Money that a customer had sent by bank transfer is sent back before anything was paid with it. */
  #refundUnused(at: number): void {
    const refund: StripeObject = {
      ...{ id: this.id('re'), object: 'refund', created: at, amount: 700, currency: 'eur' },
      ...{ charge: null, payment_intent: null, status: 'succeeded' },
    }
    const booked = this.book(at, refund, { type: 'payment_refund', amount: -700, fee: 0 })
    this.list('/v1/refunds').push({ ...refund, expandable: { balance_transaction: booked } })
    this.event('refund.created', at, refund)
  }
}

type Paid = ReturnType<ShopAccount['charge']>

function withoutExpandable(object: unknown): object {
  const { expandable: _never, ...rest } = object as { expandable?: unknown }
  return rest
}

/** A year of a shop: purchases, subscriptions with and without trials, refunds, disputes, two currencies. */
export function aYear(customers: number, endSeconds: number): ShopAccount {
  const shop = new ShopAccount()
  const begin = endSeconds - 360 * day
  for (let index = 0; index < customers; index++) {
    const at = begin + Math.floor((index * 350 * day) / customers)
    const left = Math.floor((endSeconds - at) / (30 * day))
    const amount = 500 + ((index * 7919) % 20_000)
    const currency = index % 7 === 0 ? 'jpy' : 'eur'
    if (index % 4 === 1) {
      shop.subscribe(at, { amount, currency, months: Math.min(1 + (index % 5), left + 1) })
      continue
    }
    if (index % 12 === 2 && left > 1) {
      shop.subscribe(at, { amount, months: Math.min(2, left - 1), trialDays: 14 })
      continue
    }
    const paid = shop.checkout(at, { amount, currency })
    const outcomes = ['won', 'lost', 'open'] as const
    const outcome = outcomes[Math.floor(index / 18) % 3]
    if (index % 18 === 16 && outcome !== undefined) shop.dispute(at + 3 * day, paid, outcome)
    else if (index % 10 === 3) shop.refund(at + day, paid, amount)
    else if (index % 10 === 4) {
      shop.refund(at + day, paid, Math.floor(amount / 3))
      shop.refund(at + 2 * day, paid, Math.floor(amount / 5))
    } else if (index % 20 === 6) {
      shop.failRefund(at + 5 * day, shop.refund(at + day, paid, amount), paid)
    }
    if (index % 25 === 0) shop.addNoise(at)
  }
  return shop
}
