import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { dodoSubscriptions } from './dodo-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { parseJsonObject } from './wire/json-text.ts'
import {
  decodedKeys,
  signStandardWebhook,
  verifyStandardWebhook,
} from './wire/standard-webhooks.ts'

const provider = 'dodopayments'

/** Dodo Payments: Standard Webhooks. A body shows the state at the time it was sent, not of the event. */
export const dodopayments: Provider = {
  name: provider,
  title: 'Dodo Payments',
  isSigned: true,
  toleranceSeconds: 300,
  archivedHeaders: ['webhook-id'],
  verify: (delivery, keys, { nowMs }) => verifyStandardWebhook(delivery, keys, nowMs),
  read({ body, headers }): ProviderEvent {
    const event = parseJsonObject(body)
    const [type, key] = [textOf(event.type), textOf(headers['webhook-id'])]
    if (type === null || key === null) throw new MalformedBody('this is no Dodo Payments event')
    // Test mode has its own keys and webhooks, so nothing here is marked as test.
    return { key, type, isTest: false, body: event }
  },
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const atMs = timeOf(body.timestamp)
    const facts = entryOf(readers, type)?.(data, atMs) ?? []
    return stated(facts, timeOf(data.updated_at) ?? atMs)
  },
  subscriptions: dodoSubscriptions,
  sample(secret, nowMs) {
    const at = new Date(nowMs).toISOString()
    const payment = {
      payload_type: 'Payment',
      payment_id: `pay_tributary_test_${nowMs}`,
      total_amount: 100,
      currency: 'USD',
      created_at: at,
      metadata: { tributary_visitor_id: 'tributary-test' },
    }
    const event = { type: 'payment.succeeded', timestamp: at, data: payment, [testMark]: true }
    const body = Buffer.from(JSON.stringify(event))
    const id = `tributary-test-${nowMs}`
    return { body, headers: signStandardWebhook(body, { key: decodedKeys(secret)[0], nowMs, id }) }
  },
}

type Reader = (data: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  'payment.succeeded': paymentFacts,
  'subscription.active': subscriptionFacts,
  'refund.succeeded': refundFacts,
  'refund.failed': refundFacts,
  'dispute.opened': disputeFacts('opened'),
  'dispute.challenged': disputeFacts('opened'),
  'dispute.accepted': disputeFacts('lost'),
  'dispute.expired': disputeFacts('lost'),
  'dispute.lost': disputeFacts('lost'),
  'dispute.won': disputeFacts('won'),
  'dispute.cancelled': disputeFacts('won'),
}

function personOf(data: Fields) {
  const customer = fieldsOf(data.customer)
  return {
    customerId: textOf(customer.customer_id),
    customerEmail: textOf(customer.email),
    ...attachedTo(data.metadata, customer.metadata),
  }
}

function paymentFacts(payment: Fields, atMs: number | null): MoneyFact[] {
  const subscriptionId =
    textOf(payment.subscription_id) ?? textOf(listOf(payment.subscription_ids)[0])
  if (payment.is_update_payment_method === true || wholeOf(payment.total_amount) === 0) return []
  // The amount that the buyer paid; `settlement_*` is the merchant's amount, possibly in another currency.
  const currency = currencyOf(payment.currency)
  // Should a renewal ever carry the checkout it began with, it would be taken for the first payment.
  const checkout = subscriptionId === null ? textOf(payment.checkout_session_id) : null
  return [
    paymentFact({
      provider,
      ids: idsOf(need(textOf(payment.payment_id), 'payment id'), checkout),
      amountMinor: smallestUnits(payment.total_amount, currency),
      currency,
      taxMinor: smallestUnits(payment.tax ?? 0, currency),
      paidAtMs: timeOf(payment.created_at) ?? atMs,
      renewal: subscriptionId === null ? false : null,
      subscriptionId,
      product: textOf(fieldsOf(listOf(payment.product_cart)[0]).product_id),
      ...personOf(payment),
    }),
  ]
}

function subscriptionFacts(subscription: Fields, atMs: number | null): MoneyFact[] {
  const subscriptionId = textOf(subscription.subscription_id)
  const trial = trialId(subscriptionId)
  if ((wholeOf(subscription.trial_period_days) ?? 0) <= 0 || trial === null) return []
  return [
    paymentFact({
      provider,
      ids: [trial],
      currency: currencyOf(subscription.currency),
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: timeOf(subscription.created_at) ?? atMs,
      subscriptionId,
      product: textOf(subscription.product_id),
      ...personOf(subscription),
    }),
  ]
}

function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const about = {
    kind: 'refund' as const,
    provider,
    ids: [need(textOf(refund.payment_id), 'payment id')],
    atMs: timeOf(refund.created_at) ?? atMs,
  }
  const failed = refund.status === 'failed'
  if (refund.amount == null && refund.is_partial !== true && !failed)
    return [{ ...about, how: 'full' }]
  const currency = currencyOf(refund.currency)
  const amountMinor = smallestUnits(refund.amount, currency)
  const refundId = need(textOf(refund.refund_id), 'refund id')
  return [{ ...about, how: 'single', refundId, amountMinor, currency, ...(failed && { failed }) }]
}

function disputeFacts(state: 'opened' | 'lost' | 'won'): Reader {
  return (dispute, atMs) => {
    const currency = currencyOf(dispute.currency)
    return [
      {
        kind: 'dispute',
        provider,
        ids: [need(textOf(dispute.payment_id), 'payment id')],
        disputeId: need(textOf(dispute.dispute_id), 'dispute id'),
        state,
        amountMinor: smallestUnits(dispute.amount, currency),
        currency,
        atMs,
      },
    ]
  }
}
