import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { polarSubscriptions } from './polar-subscriptions.ts'
import { type Provider, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, idsOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { signStandardWebhook, textSignedWebhooks } from './wire/standard-webhooks.ts'

const provider = 'polar'

/** Currencies that Polar's own server treats as having no decimals; it divides all others by 100. */
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')

/** Polar: Standard Webhooks, keyed with the secret's text; newer `whsec_` secrets may be read either way. */
export const polar: Provider = {
  name: provider,
  title: 'Polar',
  ...textSignedWebhooks('Polar'),
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const atMs = timeOf(body.timestamp)
    const facts = entryOf(readers, type)?.(data, atMs) ?? []
    return stated(facts, timeOf(data.modified_at) ?? atMs)
  },
  subscriptions: (event) => polarSubscriptions(event, polarMoney),
  sample(secret, nowMs) {
    const order = {
      id: `tributary-test-${nowMs}`,
      status: 'paid',
      total_amount: 100,
      currency: 'usd',
      billing_reason: 'purchase',
      metadata: { tributary_visitor_id: 'tributary-test' },
    }
    const timestamp = new Date(nowMs).toISOString()
    const event = { type: 'order.paid', timestamp, data: order, [testMark]: true }
    const body = Buffer.from(JSON.stringify(event))
    const id = `tributary-test-${nowMs}`
    return { body, headers: signStandardWebhook(body, { key: Buffer.from(secret), nowMs, id }) }
  },
}

type Reader = (data: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  'order.paid': orderFacts,
  'order.updated': feesOfOrder,
  'order.refunded': orderRefundedFacts,
  'refund.created': refundFacts,
  'refund.updated': refundFacts,
  'subscription.created': subscriptionFacts,
}

/** An amount in the currency of an object. */
export function polarMoney(data: Fields, amount: unknown) {
  const currency = currencyOf(data.currency)
  const decimals = withoutDecimals.includes(currency) ? 0 : 2
  return { currency, amountMinor: smallestUnits(amount, currency, decimals) }
}

function personOf(data: Fields) {
  const customer = fieldsOf(data.customer)
  return {
    customerId: textOf(data.customer_id) ?? textOf(customer.id),
    customerEmail: textOf(customer.email),
    ...attachedTo(data.metadata, data.custom_field_data),
  }
}

function orderFacts(order: Fields, atMs: number | null): MoneyFact[] {
  const subscriptionId = textOf(order.subscription_id)
  const reason = textOf(order.billing_reason)
  const isStart = reason === 'purchase' || reason === 'subscription_create'
  const known = {
    provider,
    ids: idsOf(textOf(order.id), isStart ? textOf(order.checkout_id) : null),
    subscriptionId,
    ...personOf(order),
    // The order has no time of payment of its own; created_at of a renewal is when it was opened.
    paidAtMs: atMs,
  }
  const money = paidFor(order)
  if (money.amountMinor === 0) {
    const isTrial = reason === 'subscription_create' && wholeOf(order.total_amount) === 0
    const trial = isTrial ? trialId(subscriptionId) : null
    if (trial === null) return []
    const ids = idsOf(...known.ids, trial)
    return [paymentFact({ ...known, ...money, ids, trial: true, renewal: false })]
  }
  return [
    ...feesOfOrder(order, atMs),
    paymentFact({
      ...known,
      ...money,
      taxMinor: Math.min(polarMoney(order, order.tax_amount ?? 0).amountMinor, money.amountMinor),
      renewal: !isStart,
      product: textOf(order.description) ?? textOf(fieldsOf(order.product).name),
    }),
  ]
}

/**
 * What the customer paid for an order: `total_amount` less the credit of earlier orders, or with what these left
 * unpaid. A downgrade is an order with a negative total, which returns no money but becomes credit.
 */
function paidFor(order: Fields) {
  const total = need(wholeOf(order.total_amount), 'amount')
  return polarMoney(order, Math.max(total + (wholeOf(order.applied_balance_amount) ?? 0), 0))
}

/** Polar's fees for an order; 0 until Polar has computed them. */
function feesOfOrder(order: Fields, atMs: number | null): MoneyFact[] {
  const id = textOf(order.id)
  const money = paidFor(order)
  if (id === null || order.paid === false || (wholeOf(order.platform_fee_amount) ?? 0) === 0) {
    return []
  }
  const currency = order.platform_fee_currency ?? order.currency
  const fee = polarMoney({ currency }, order.platform_fee_amount)
  const place = { provider, ids: [id], feeId: 'order', of: 'payment' } as const
  return feeFacts({
    ...place,
    ...{
      currency: fee.currency,
      ofMinor: money.amountMinor,
      atMs: timeOf(order.created_at) ?? atMs,
    },
    amounts: { platform: fee.amountMinor },
  })
}

function subscriptionFacts(subscription: Fields, atMs: number | null): MoneyFact[] {
  const trial = trialId(textOf(subscription.id))
  if (subscription.status !== 'trialing' || trial === null) return []
  return [
    paymentFact({
      provider,
      ids: [trial],
      currency: currencyOf(subscription.currency),
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: timeOf(subscription.trial_start) ?? atMs,
      subscriptionId: textOf(subscription.id),
      product: textOf(fieldsOf(subscription.product).name),
      ...personOf(subscription),
    }),
  ]
}

/** A lost dispute has no separate event here: it is a refund that was made to prevent it. */
function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  if (refund.status !== 'succeeded' && !failed) return []
  return [
    {
      kind: 'refund',
      how: 'single',
      provider,
      ids: [need(textOf(refund.order_id), 'order id')],
      refundId: need(textOf(refund.id), 'refund id'),
      // Careful: `amount` is without tax, which was returned too.
      ...polarMoney(refund, withTax(refund.amount, refund.tax_amount)),
      ...(wholeOf(refund.tax_amount) !== null && {
        taxMinor: polarMoney(refund, refund.tax_amount).amountMinor,
      }),
      atMs: timeOf(refund.created_at) ?? atMs,
      ...(failed && { failed }),
    },
  ]
}

function orderRefundedFacts(order: Fields, atMs: number | null): MoneyFact[] {
  const money = polarMoney(order, withTax(order.refunded_amount, order.refunded_tax_amount))
  if (money.amountMinor === 0) return []
  const ids = [need(textOf(order.id), 'order id')]
  const refund = { kind: 'refund', how: 'total', provider, ids, ...money, atMs } as const
  return [refund, ...feesOfOrder(order, atMs)]
}

function withTax(amount: unknown, tax: unknown): number {
  return need(wholeOf(amount), 'refunded amount') + (wholeOf(tax) ?? 0)
}
