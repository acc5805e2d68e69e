import { createHash } from 'node:crypto'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from './wire/fields.ts'
import { hmacSha256, judge } from './wire/hmac.ts'
import { objectIn, parseJsonObject } from './wire/json-text.ts'

const provider = 'mollie'

/**
 * Mollie's next-gen webhooks: `X-Mollie-Signature`, in hex over the body. The classic ones contain only an id and no
 * signature, so they are not supported.
 */
export const mollie: Provider = {
  name: provider,
  title: 'Mollie',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [],
  verify({ body, headers }, { secrets }) {
    // Two while a secret is rotated; a list like any header that is sent twice.
    const signatures = (headers['x-mollie-signature'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^sha256=/i, ''))
      .filter((one) => one !== '')
    const expected = secrets.map((secret) => hmacSha256(secret, body))
    return judge(signatures, 'hex', expected)
  },
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const entity = entityOf(event)
    const own = textOf(entity.resource)
    const type =
      event.resource === 'event' ? textOf(event.type) : own && `${own}.${textOf(entity.status)}`
    if (type === null) throw new MalformedBody('this is no Mollie event')
    const isEvent = event.resource === 'event' && textOf(event.id) !== null
    const key = isEvent ? textOf(event.id) : createHash('sha256').update(body).digest('hex')
    return { key: need(key, 'event id'), type, isTest: entity.mode === 'test', body: event }
  },
  translate: ({ type, body }) => {
    const entity = entityOf(body)
    const atMs = timeOf(body.createdAt)
    if (type.startsWith('payment.')) return stated(paymentFacts(whole(entity), atMs), atMs)
    return type.startsWith('refund.') ? stated(refundFacts(whole(entity), atMs), atMs) : []
  },
  sample(secret, nowMs) {
    const at = new Date(nowMs).toISOString()
    const entity = {
      ...{ resource: 'payment', id: `tr_tributary_test_${nowMs}`, mode: 'test', status: 'paid' },
      ...{ amount: { value: '1.00', currency: 'USD' }, sequenceType: 'oneoff', paidAt: at },
      metadata: { tributary_visitor_id: 'tributary-test' },
    }
    const event = {
      ...{ resource: 'event', id: `event_tributary_test_${nowMs}`, type: 'payment.paid' },
      ...{ createdAt: at, _embedded: { entity }, [testMark]: true },
    }
    const body = Buffer.from(JSON.stringify(event))
    const signature = hmacSha256(secret, body).toString('hex')
    return { body, headers: { 'x-mollie-signature': `sha256=${signature}` } }
  },
}

/** Mollie's documentation shows the object both inside an event and alone as the body. */
function entityOf(body: Fields): Fields {
  return body.resource === 'event' ? fieldsOf(fieldsOf(body._embedded).entity) : body
}

/** Webhooks with the simple payload only identify an object, without its contents. */
function whole(entity: Fields): Fields {
  if (textOf(entity.id) !== null) return entity
  throw new Error('the webhook has no object in it: choose the full payload at Mollie')
}

/** An amount is an object of a decimal text and its currency. */
function moneyOf(amount: unknown) {
  const { value, currency } = fieldsOf(amount)
  const code = currencyOf(currency)
  return { currency: code, amountMinor: majorUnits(value, code) }
}

/** A payment is a snapshot, with the refunds so far. */
function paymentFacts(payment: Fields, atMs: number | null): MoneyFact[] {
  const money = moneyOf(payment.amount)
  if (payment.status !== 'paid' || money.amountMinor === 0) return []
  const ids = [need(textOf(payment.id), 'payment id')]
  const billing = fieldsOf(payment.billingAddress)
  const known = paymentFact({
    ...{ provider, ids, ...money },
    paidAtMs: timeOf(payment.paidAt) ?? atMs,
    // The first payment creates the mandate for all recurring ones.
    renewal: payment.sequenceType === 'recurring',
    subscriptionId: textOf(payment.subscriptionId),
    customerId: textOf(payment.customerId),
    customerEmail: textOf(billing.email),
    product: textOf(payment.description),
    ...attachedTo(objectIn(payment.metadata)),
  })
  return [known, ...moneyBackFacts(payment, ids, atMs)]
}

function moneyBackFacts(payment: Fields, ids: string[], atMs: number | null): MoneyFact[] {
  const [refunded, charged] = [payment.amountRefunded, payment.amountChargedBack].map((amount) =>
    amount == null ? null : moneyOf(amount),
  )
  const facts: MoneyFact[] = []
  if (refunded && refunded.amountMinor > 0) {
    facts.push({ kind: 'refund', how: 'total', provider, ids, ...refunded, atMs })
  }
  if (charged && charged.amountMinor > 0) {
    const dispute = { kind: 'dispute', disputeId: 'chargeback', state: 'lost' } as const
    facts.push({ ...dispute, provider, ids, ...charged, atMs })
  }
  return facts
}

/** A pending refund can still be canceled or fail. */
function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  if (refund.status !== 'refunded' && !failed) return []
  return [
    {
      ...{ kind: 'refund', how: 'single', provider, ...moneyOf(refund.amount) },
      ids: [need(textOf(refund.paymentId), 'payment id')],
      refundId: need(textOf(refund.id), 'refund id'),
      atMs: timeOf(refund.createdAt) ?? atMs,
      ...(failed && { failed }),
    },
  ]
}
