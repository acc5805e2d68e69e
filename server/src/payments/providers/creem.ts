import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { creemSubscriptions } from './creem-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, idOf, millisOf, need, textOf, timeOf } from './wire/fields.ts'
import { hmacSha256, judge } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'
import { verifyStandardWebhook } from './wire/standard-webhooks.ts'

const provider = 'creem'

/** Creem: Standard Webhooks if it sends their headers, else `creem-signature`, in hex over the body. */
export const creem: Provider = {
  name: provider,
  title: 'Creem',
  isSigned: true,
  toleranceSeconds: 300,
  archivedHeaders: [],
  verify(delivery, keys, { nowMs }) {
    const { headers, body } = delivery
    if (headers['webhook-signature'] !== undefined) {
      return verifyStandardWebhook(delivery, keys, nowMs)
    }
    const signature = headers['creem-signature']?.trim().replace(/^sha256=/i, '')
    const expected = keys.secrets.map((secret) => hmacSha256(secret, body))
    return judge(signature === undefined ? [] : [signature], 'hex', expected)
  },
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const [key, type] = [textOf(event.id), textOf(event.eventType) ?? textOf(event.type)]
    if (key === null || type === null) throw new MalformedBody('this is no Creem event')
    const mode = textOf(objectOf(event).mode) ?? textOf(event.mode)
    // Test modes have several names: test, sandbox, local.
    return { key, type, isTest: mode !== null && mode !== 'prod', body: event }
  },
  translate: ({ type, body }) => {
    const atMs = creemMoment(body.created_at)
    return stated(entryOf(readers, type)?.(objectOf(body), atMs) ?? [], atMs)
  },
  subscriptions: ({ type, body }) =>
    creemSubscriptions(type, objectOf(body), creemMoment(body.created_at)),
  sample(secret, nowMs) {
    const order = {
      id: `ord_tributary_test_${nowMs}`,
      amount_paid: 100,
      currency: 'USD',
      status: 'paid',
      type: 'onetime',
    }
    const object = {
      id: `ch_tributary_test_${nowMs}`,
      object: 'checkout',
      order,
      metadata: { tributary_visitor_id: 'tributary-test' },
      mode: 'test',
    }
    const event = {
      id: `evt_tributary_test_${nowMs}`,
      eventType: 'checkout.completed',
      created_at: nowMs,
      object,
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(event))
    return { body, headers: { 'creem-signature': hmacSha256(secret, body).toString('hex') } }
  },
}

/** Creem has two forms of its envelope. */
function objectOf(event: Fields): Fields {
  return fieldsOf(event.object ?? fieldsOf(event.data).object ?? event.data)
}

/** Some of Creem's times are ISO 8601, some are milliseconds since 1970. */
export function creemMoment(value: unknown): number | null {
  return typeof value === 'number' ? millisOf(value) : timeOf(value)
}

type Reader = (object: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  'checkout.completed': checkoutFacts,
  'subscription.paid': subscriptionPaidFacts,
  'subscription.trialing': trialFacts,
  'refund.created': refundFacts,
  'dispute.created': disputeFacts,
}

function personOf(object: Fields) {
  const customer = fieldsOf(object.customer)
  return {
    customerId: idOf(object.customer),
    customerEmail: textOf(customer.email),
    ...attachedTo(object.metadata, fieldsOf(object.subscription).metadata),
  }
}

function checkoutFacts(checkout: Fields, atMs: number | null): MoneyFact[] {
  const order = fieldsOf(checkout.order)
  // The payment of a subscription's checkout is reported by `subscription.paid`.
  if (order.type !== 'onetime' || order.status !== 'paid') return []
  const transaction = fieldsOf(order.transaction)
  const currency = currencyOf(order.currency)
  // `amount` is the price and may be without tax.
  const paid = order.amount_paid ?? transaction.amount_paid ?? order.amount_due ?? order.amount
  const amountMinor = smallestUnits(paid, currency)
  if (amountMinor === 0) return []
  return [
    paymentFact({
      provider,
      ids: idsOf(need(textOf(order.id), 'order id'), idOf(order.transaction), textOf(checkout.id)),
      amountMinor,
      currency,
      taxMinor: order.tax_amount == null ? null : smallestUnits(order.tax_amount, currency),
      paidAtMs: creemMoment(transaction.created_at) ?? atMs,
      renewal: false,
      product: textOf(fieldsOf(checkout.product).name),
      ...personOf(checkout),
    }),
  ]
}

function subscriptionPaidFacts(subscription: Fields, atMs: number | null): MoneyFact[] {
  const product = fieldsOf(subscription.product)
  const transaction = fieldsOf(subscription.last_transaction)
  const currency = currencyOf(transaction.currency ?? product.currency)
  // Without the transaction only the price is known, which may exclude tax.
  const amountMinor = smallestUnits(transaction.amount_paid ?? product.price, currency)
  if (amountMinor === 0) return []
  const transactionId = textOf(subscription.last_transaction_id) ?? idOf(transaction)
  return [
    paymentFact({
      provider,
      ids: [need(transactionId, 'transaction id')],
      amountMinor,
      currency,
      taxMinor:
        transaction.tax_amount == null ? null : smallestUnits(transaction.tax_amount, currency),
      paidAtMs: creemMoment(subscription.last_transaction_date) ?? atMs,
      subscriptionId: textOf(subscription.id),
      product: textOf(product.name),
      ...personOf(subscription),
    }),
  ]
}

function trialFacts(subscription: Fields, atMs: number | null): MoneyFact[] {
  const product = fieldsOf(subscription.product)
  const subscriptionId = need(textOf(subscription.id), 'subscription id')
  return [
    paymentFact({
      provider,
      ids: idsOf(trialId(subscriptionId)),
      currency: currencyOf(product.currency),
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: creemMoment(subscription.created_at) ?? atMs,
      subscriptionId,
      product: textOf(product.name),
      ...personOf(subscription),
    }),
  ]
}

/** One order may cover all payments of a subscription, so there only the transaction identifies the payment. */
function refundedIds(object: Fields): string[] {
  const transaction = fieldsOf(object.transaction)
  const isRecurring = idOf(object.subscription) !== null || idOf(transaction.subscription) !== null
  const orderId = idOf(object.order) ?? idOf(transaction.order)
  const ids = idsOf(isRecurring ? null : orderId, idOf(object.transaction))
  if (ids.length === 0) throw new Error('the body has no usable transaction id')
  return ids
}

function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  if (refund.status !== 'succeeded' && !failed) return []
  const currency = currencyOf(refund.refund_currency)
  return [
    {
      kind: 'refund',
      how: 'single',
      provider,
      ids: refundedIds(refund),
      refundId: need(textOf(refund.id), 'refund id'),
      amountMinor: smallestUnits(refund.refund_amount, currency),
      currency,
      atMs: creemMoment(refund.created_at) ?? atMs,
      ...(failed && { failed }),
    },
  ]
}

/** A chargeback is refunded by a separate event, so this only flags the payment. */
function disputeFacts(dispute: Fields, atMs: number | null): MoneyFact[] {
  const currency = currencyOf(dispute.currency)
  return [
    {
      kind: 'dispute',
      provider,
      ids: refundedIds(dispute),
      disputeId: need(textOf(dispute.id), 'dispute id'),
      state: 'opened',
      amountMinor: smallestUnits(dispute.amount, currency),
      currency,
      atMs,
    },
  ]
}
