import { createHash } from 'node:crypto'
import { entryOf } from '../../entry-of.ts'
import { decimalsOf } from '../../money/money.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { lemonsqueezySubscriptions } from './lemonsqueezy-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, sameFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { hmacSha256, judge } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

const provider = 'lemonsqueezy'

/** Lemon Squeezy: `X-Signature`, in hex over the body. It has no time, so repeats are recognised by content. */
export const lemonsqueezy: Provider = {
  name: provider,
  title: 'Lemon Squeezy',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [],
  verify({ body, headers }, { secrets }) {
    const signature = headers['x-signature']
    const expected = secrets.map((secret) => hmacSha256(secret, body))
    return judge(signature === undefined ? [] : [signature], 'hex', expected)
  },
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const meta = fieldsOf(event.meta)
    // The header of the same name is not signed.
    const type = textOf(meta.event_name)
    if (type === null) throw new MalformedBody('this is no Lemon Squeezy event')
    const attributes = fieldsOf(fieldsOf(event.data).attributes)
    // Samples repeat one webhook_id over several events, so only the content distinguishes them.
    const key = createHash('sha256').update(body).digest('hex')
    return {
      key,
      type,
      isTest: meta.test_mode === true || attributes.test_mode === true,
      body: event,
    }
  },
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const attributes = fieldsOf(data.attributes)
    const custom = fieldsOf(fieldsOf(body.meta).custom_data)
    const facts = entryOf(readers, type)?.({ id: textOf(data.id), attributes, custom }) ?? []
    return stated(facts, timeOf(attributes.updated_at))
  },
  subscriptions({ type, body }) {
    const data = fieldsOf(body.data)
    return lemonsqueezySubscriptions(type, textOf(data.id), fieldsOf(data.attributes))
  },
  sample(secret, nowMs) {
    const at = new Date(nowMs).toISOString()
    const attributes = {
      identifier: `tributary-test-${nowMs}`,
      status: 'paid',
      currency: 'USD',
      total: 100,
      tax: 0,
      total_formatted: '$1.00',
      test_mode: true,
      created_at: at,
      updated_at: at,
    }
    const event = {
      meta: {
        event_name: 'order_created',
        test_mode: true,
        custom_data: { tributary_visitor_id: 'tributary-test' },
      },
      data: { type: 'orders', id: `test-${nowMs}`, attributes },
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(event))
    return { body, headers: { 'x-signature': hmacSha256(secret, body).toString('hex') } }
  },
}

interface LemonObject {
  id: string | null
  attributes: Fields
  custom: Fields
}

const readers: Readonly<Record<string, (object: LemonObject) => MoneyFact[]>> = {
  order_created: orderFacts,
  order_refunded: (object) => refundFacts(object, orderIds(object)),
  subscription_created: subscriptionFacts,
  subscription_payment_success: invoiceFacts,
  subscription_payment_refunded: (object) => refundFacts(object, invoiceIds(object)),
}

/** Orders and subscription invoices are numbered separately, so a bare number would be ambiguous. */
function orderIds({ id, attributes }: LemonObject): string[] {
  return idsOf(`order:${need(id, 'order id')}`, textOf(attributes.identifier))
}

/**
 * The first invoice of a subscription is the money of its order, but only the subscription knows both:
 * `initial:` with the subscription's id identifies that payment until they are merged.
 */
function invoiceIds({ id, attributes }: LemonObject): string[] {
  const subscriptionId = textOf(attributes.subscription_id)
  const isInitial = attributes.billing_reason === 'initial' && subscriptionId !== null
  const initial = isInitial ? `initial:${subscriptionId}` : null
  return idsOf(`subscription-invoice:${need(id, 'invoice id')}`, initial)
}

function personOf({ attributes, custom }: LemonObject) {
  return {
    customerId: textOf(attributes.customer_id),
    customerEmail: textOf(attributes.user_email),
    ...attachedTo(custom),
  }
}

function orderFacts(object: LemonObject): MoneyFact[] {
  const { attributes } = object
  const isPaid = ['paid', 'partial_refund', 'refunded'].includes(textOf(attributes.status) ?? '')
  if (!isPaid || wholeOf(attributes.total) === 0) return []
  return [
    paymentFact({
      provider,
      ids: orderIds(object),
      ...moneyOf(attributes, attributes.total),
      taxMinor: moneyOf(attributes, attributes.tax ?? 0).amountMinor,
      paidAtMs: timeOf(attributes.created_at),
      renewal: false,
      product: textOf(fieldsOf(attributes.first_order_item).product_name),
      ...personOf(object),
    }),
  ]
}

function subscriptionFacts(object: LemonObject): MoneyFact[] {
  const { id, attributes } = object
  const orderId = textOf(attributes.order_id)
  const order = orderId === null ? null : `order:${orderId}`
  const person = { subscriptionId: id, ...personOf(object) }
  if (attributes.status !== 'on_trial') {
    const ids = idsOf(order, id === null ? null : `initial:${id}`)
    return [sameFact({ provider, ids, ...person })]
  }
  // A trial's subscription names no currency, and for an amount of 0 any will do.
  return [
    paymentFact({
      provider,
      ids: idsOf(order, trialId(id)),
      currency: 'USD',
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: timeOf(attributes.created_at),
      product: textOf(attributes.product_name),
      ...person,
    }),
  ]
}

function invoiceFacts(object: LemonObject): MoneyFact[] {
  const { attributes } = object
  const person = { subscriptionId: textOf(attributes.subscription_id), ...personOf(object) }
  const ids = invoiceIds(object)
  if (attributes.billing_reason === 'initial') return [sameFact({ provider, ids, ...person })]
  if (wholeOf(attributes.total) === 0) return []
  return [
    paymentFact({
      provider,
      ids,
      ...moneyOf(attributes, attributes.total),
      taxMinor: moneyOf(attributes, attributes.tax ?? 0).amountMinor,
      // Seconds nearer to the charge than created_at.
      paidAtMs: timeOf(attributes.updated_at) ?? timeOf(attributes.created_at),
      renewal: true,
      ...person,
    }),
  ]
}

function refundFacts({ attributes }: LemonObject, ids: readonly string[]): MoneyFact[] {
  const atMs = timeOf(attributes.refunded_at) ?? timeOf(attributes.updated_at)
  const about = { kind: 'refund' as const, provider, ids, atMs }
  if (attributes.refunded === true) return [{ ...about, how: 'full' }]
  const money = moneyOf(attributes, attributes.refunded_amount)
  return money.amountMinor === 0 ? [] : [{ ...about, how: 'total', ...money }]
}

/**
 * Lemon Squeezy's amounts are cents; whether its yen are hundredths is not documented. The formatted total shows it.
 */
function moneyOf(attributes: Fields, amount: unknown) {
  const currency = currencyOf(attributes.currency)
  const decimals = decimalsOf(currency)
  const shown = Number((textOf(attributes.total_formatted) ?? '').replace(/[^\d.]/g, ''))
  const isInHundredths = shown > 0 && wholeOf(attributes.total) === Math.round(shown * 100)
  const inUnits = decimals !== 2 && isInHundredths ? 2 : undefined
  return { currency, amountMinor: smallestUnits(amount, currency, inUnits) }
}
