import { createHash } from 'node:crypto'
import { entryOf } from '../../entry-of.ts'
import type { DisputeFact, MoneyFact } from '../ledger/money-fact.ts'
import { paystackSubscriptions } from './paystack-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { hmacSha512, judge } from './wire/hmac.ts'
import { objectIn, parseJsonObject } from './wire/json-text.ts'

const provider = 'paystack'

/** Paystack: `x-paystack-signature`, SHA-512 in hex over the body. It has no time and events have no id. */
export const paystack: Provider = {
  name: provider,
  title: 'Paystack',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [],
  verify({ body, headers }, { secrets }) {
    const signature = headers['x-paystack-signature']
    const expected = secrets.map((secret) => hmacSha512(secret, body))
    return judge(signature === undefined ? [] : [signature], 'hex', expected)
  },
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const type = textOf(event.event)
    if (type === null) throw new MalformedBody('this is no Paystack event')
    const key = createHash('sha256').update(body).digest('hex')
    return { key, type, isTest: fieldsOf(event.data).domain === 'test', body: event }
  },
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const facts = entryOf(readers, type)?.(data) ?? []
    return stated(facts, timeOf(data.updated_at) ?? timeOf(data.updatedAt))
  },
  subscriptions: ({ type, body }) => paystackSubscriptions(type, fieldsOf(body.data)),
  sample(secret, nowMs) {
    const data = {
      ...{ reference: `tributary-test-${nowMs}`, domain: 'test', status: 'success' },
      ...{ amount: 100, currency: 'USD', paid_at: new Date(nowMs).toISOString() },
      metadata: { tributary_visitor_id: 'tributary-test' },
    }
    const body = Buffer.from(JSON.stringify({ event: 'charge.success', data, [testMark]: true }))
    return { body, headers: { 'x-paystack-signature': hmacSha512(secret, body).toString('hex') } }
  },
}

const readers: Readonly<Record<string, (data: Fields) => MoneyFact[]>> = {
  'charge.success': chargeFacts,
  'refund.processed': refundFacts,
  'refund.failed': refundFacts,
  'charge.dispute.create': disputeFacts,
  'charge.dispute.remind': disputeFacts,
  'charge.dispute.resolve': disputeFacts,
}

/** Paystack sends hundredths of every currency, also of XOF and RWF, which have none. */
function moneyOf(currency: unknown, amount: unknown) {
  const code = currencyOf(currency)
  return { currency: code, amountMinor: smallestUnits(amount, code, 2) }
}

/**
 * The shop's metadata: an object, or its JSON text. Its `custom_fields` are those shown in the dashboard, each with
 * a name and a value.
 */
function metadataOf(value: unknown): { own: Fields; shown: Fields } {
  const own = objectIn(value)
  const shown = listOf(own.custom_fields)
    .map(fieldsOf)
    .map((field) => [String(field.variable_name), field.value])
  return { own, shown: Object.fromEntries(shown) }
}

function chargeFacts(charge: Fields): MoneyFact[] {
  const money = moneyOf(charge.currency, charge.amount)
  if (charge.status !== 'success' || money.amountMinor === 0) return []
  const customer = fieldsOf(charge.customer)
  const customerId = textOf(customer.customer_code)
  // One is empty where the other is not, and both are if nothing recurs.
  const plan = { ...fieldsOf(charge.plan_object), ...fieldsOf(charge.plan) }
  const planCode = textOf(plan.plan_code) ?? textOf(charge.plan)
  // A charge does not name its subscription: a customer's charges of one plan are one.
  const isRecurring = planCode !== null && customerId !== null
  const { own, shown } = metadataOf(charge.metadata)
  const paidAtMs = timeOf(charge.paid_at) ?? timeOf(charge.paidAt) ?? timeOf(charge.created_at)
  const ids = [need(textOf(charge.reference), 'reference')]
  const fee = wholeOf(charge.fees)
  return [
    ...feeFacts({
      ...{ provider, ids, feeId: 'charge', of: 'payment', currency: money.currency },
      ...{ ofMinor: money.amountMinor, atMs: paidAtMs },
      amounts: { processing: fee === null ? null : moneyOf(charge.currency, fee).amountMinor },
    }),
    paymentFact({
      ...{ provider, ids, ...money, paidAtMs, customerId },
      renewal: planCode === null ? false : null,
      subscriptionId: isRecurring ? `${planCode}:${customerId}` : null,
      customerEmail: textOf(customer.email),
      product: textOf(plan.name),
      ...attachedTo(own, shown),
    }),
  ]
}

/** Sent without a time: the time of arrival counts. */
function refundFacts(refund: Fields): MoneyFact[] {
  const failed = refund.status === 'failed'
  if (refund.status !== 'processed' && !failed) return []
  const reference = need(textOf(refund.transaction_reference), 'transaction reference')
  const money = moneyOf(refund.currency, refund.amount)
  const refundId = textOf(refund.refund_reference) ?? textOf(refund.id)
  return [
    {
      ...{ kind: 'refund', how: 'single', provider, ids: [reference], ...money },
      refundId: refundId ?? `${reference}:${money.amountMinor}`,
      atMs: null,
      ...(failed && { failed }),
    },
  ]
}

/**
 * A dispute that the merchant accepts may also be sent as a refund of the same amount. That settles it if the refund
 * is not older, so the loss is dated when the dispute began.
 */
function disputeFacts(dispute: Fields): MoneyFact[] {
  const transaction = fieldsOf(dispute.transaction)
  const reference = textOf(transaction.reference) ?? textOf(dispute.transaction_reference)
  const amount = dispute.refund_amount ?? transaction.amount
  const money = moneyOf(dispute.currency ?? transaction.currency, amount)
  return [
    {
      ...{ kind: 'dispute', provider, ids: [need(reference, 'transaction reference')], ...money },
      disputeId: need(textOf(dispute.id), 'dispute id'),
      state: stateOf(dispute),
      atMs: timeOf(dispute.created_at) ?? timeOf(dispute.createdAt),
    },
  ]
}

function stateOf({ status, resolution }: Fields): DisputeFact['state'] {
  if (status !== 'resolved') return 'opened'
  return resolution === 'declined' ? 'won' : 'lost'
}
