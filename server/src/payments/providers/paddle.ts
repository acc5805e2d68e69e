import { entryOf } from '../../entry-of.ts'
import type { FeeFact, MoneyFact } from '../ledger/money-fact.ts'
import { paddleSubscriptions } from './paddle-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, idsOf, noFeeOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { hmacSha256, judge, rejected, timeProblem } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

const provider = 'paddle'

/**
 * Paddle Billing: `Paddle-Signature: ts=…;h1=…`, in hex over `ts:body`. Paddle's own library allows 5 seconds, too
 * few behind a queue. A retry is signed again, so more than a minute is not needed.
 */
export const paddle: Provider = {
  name: provider,
  title: 'Paddle',
  isSigned: true,
  toleranceSeconds: 60,
  archivedHeaders: [],
  verify({ body, headers }, { secrets, toleranceSeconds }, { nowMs }) {
    const fields = (headers['paddle-signature'] ?? '').split(';').map((field) => field.trim())
    const time = fields.find((field) => field.startsWith('ts='))?.slice(3)
    const problem = timeProblem(time, nowMs, toleranceSeconds)
    if (problem !== undefined) return rejected(problem)
    const signatures = fields.filter((field) => field.startsWith('h1=')).map((f) => f.slice(3))
    const expected = secrets.map((secret) => hmacSha256(secret, `${time}:`, body))
    return judge(signatures, 'hex', expected)
  },
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const [key, type] = [textOf(event.event_id), textOf(event.event_type)]
    if (key === null || type === null) throw new MalformedBody('this is no Paddle event')
    // Paddle's sandbox is a separate account, so nothing here is marked as test.
    return { key, type, isTest: false, body: event }
  },
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const atMs = timeOf(body.occurred_at)
    const facts = entryOf(readers, type)?.(data, atMs) ?? []
    return stated(facts, timeOf(data.updated_at) ?? atMs)
  },
  subscriptions: paddleSubscriptions,
  sample(secret, nowMs) {
    const transaction = {
      id: `txn_tributary_test_${nowMs}`,
      origin: 'web',
      custom_data: { tributary_visitor_id: 'tributary-test' },
      details: { totals: { total: '100', grand_total: '100', tax: '0', currency_code: 'USD' } },
    }
    const event = {
      event_id: `evt_tributary_test_${nowMs}`,
      event_type: 'transaction.completed',
      occurred_at: new Date(nowMs).toISOString(),
      data: transaction,
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(event))
    const time = Math.floor(nowMs / 1000)
    const signature = hmacSha256(secret, `${time}:`, body).toString('hex')
    return { body, headers: { 'paddle-signature': `ts=${time};h1=${signature}` } }
  },
}

type Reader = (data: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  'transaction.paid': transactionFacts,
  'transaction.completed': transactionFacts,
  'subscription.created': subscriptionFacts,
  'subscription.trialing': subscriptionFacts,
  'adjustment.created': adjustmentFacts,
  'adjustment.updated': adjustmentFacts,
}

function transactionFacts(transaction: Fields, atMs: number | null): MoneyFact[] {
  const totals = fieldsOf(fieldsOf(transaction.details).totals)
  const currency = currencyOf(totals.currency_code ?? transaction.currency_code)
  // `total` is the price; `grand_total` is what remained to pay after credit on the balance.
  const amountMinor = smallestUnits(totals.grand_total ?? totals.total, currency)
  if (amountMinor === 0) return []
  const ids = [need(textOf(transaction.id), 'transaction id')]
  const origin = textOf(transaction.origin) ?? ''
  const captured = listOf(transaction.payments)
    .map((payment) => timeOf(fieldsOf(payment).captured_at))
    .find((ms) => ms !== null)
  const paidAtMs = captured ?? timeOf(transaction.billed_at) ?? atMs
  const fee = { provider, ids, feeId: 'transaction', of: 'payment', currency } as const
  return [
    // Known as soon as the transaction is completed.
    ...feeFacts({
      ...{ ...fee, ofMinor: amountMinor, atMs: paidAtMs },
      amounts: { platform: minorOf(totals.fee, currency) },
    }),
    paymentFact({
      ...{ provider, ids, amountMinor, currency, paidAtMs },
      taxMinor: smallestUnits(totals.tax ?? 0, currency),
      renewal: origin.startsWith('subscription_'),
      subscriptionId: textOf(transaction.subscription_id),
      // The buyer's address is not in here, only the customer's id.
      customerId: textOf(transaction.customer_id),
      product: productOf(transaction),
      // Items, prices and products have custom_data too, which is the shop's.
      ...attachedTo(transaction.custom_data),
    }),
  ]
}

/** An amount that may not be known yet. */
function minorOf(value: unknown, currency: string): number | null {
  return wholeOf(value) === null ? null : smallestUnits(value, currency)
}

function productOf(transaction: Fields): string | null {
  const [line] = listOf(fieldsOf(transaction.details).line_items)
  return textOf(fieldsOf(fieldsOf(line).product).name)
}

function subscriptionFacts(subscription: Fields, atMs: number | null): MoneyFact[] {
  const subscriptionId = textOf(subscription.id)
  const trial = trialId(subscriptionId)
  if (subscription.status !== 'trialing' || trial === null) return []
  return [
    paymentFact({
      provider,
      ids: idsOf(trial),
      currency: currencyOf(subscription.currency_code),
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: timeOf(subscription.started_at) ?? atMs,
      subscriptionId,
      customerId: textOf(subscription.customer_id),
      ...attachedTo(subscription.custom_data),
    }),
  ]
}

/** Money is returned when an adjustment is approved; a transaction itself never changes again. */
function adjustmentFacts(adjustment: Fields, atMs: number | null): MoneyFact[] {
  const isReversed = adjustment.status === 'reversed'
  if (adjustment.status !== 'approved' && !isReversed) return []
  const totals = fieldsOf(adjustment.totals)
  const currency = currencyOf(totals.currency_code ?? adjustment.currency_code)
  const about = {
    provider,
    ids: [need(textOf(adjustment.transaction_id), 'transaction id')],
    currency,
    amountMinor: smallestUnits(totals.total, currency),
    atMs: timeOf(adjustment.updated_at) ?? timeOf(adjustment.created_at) ?? atMs,
  }
  const id = need(textOf(adjustment.id), 'adjustment id')
  // One transaction is disputed at most once, and each step is a separate adjustment.
  const disputeId = `dispute:${about.ids[0]}`
  switch (adjustment.action) {
    case 'refund': {
      const taxMinor = minorOf(totals.tax, currency)
      const refund = { kind: 'refund', how: 'single', refundId: id, ...about } as const
      return [
        { ...refund, failed: isReversed, ...(taxMinor !== null && { taxMinor }) },
        ...feesOf(adjustment, about, 'refund'),
      ]
    }
    case 'chargeback':
      return [
        { kind: 'dispute', state: isReversed ? 'won' : 'lost', disputeId, ...about },
        ...feesOf(adjustment, about, 'dispute'),
      ]
    case 'chargeback_reverse':
      return [
        { kind: 'dispute', state: 'won', disputeId, ...about },
        ...feesOf(adjustment, about, 'dispute'),
      ]
    case 'chargeback_warning':
      return [{ kind: 'dispute', state: 'opened', disputeId, ...about }]
    default:
      // Credits stay with Paddle for later bills: no money was returned.
      return []
  }
}

type Adjusted = Pick<FeeFact, 'provider' | 'ids' | 'currency' | 'atMs'> & { amountMinor: number }

/**
 * The part of the fee that an adjustment returns: the customer's refund less tax and less what the seller's earnings
 * lose. A chargeback has a separate fee, in the currency of payouts.
 */
function feesOf(adjustment: Fields, about: Adjusted, of: 'refund' | 'dispute'): MoneyFact[] {
  const { amountMinor, ...place } = about
  const id = need(textOf(adjustment.id), 'adjustment id')
  if (adjustment.status === 'reversed') {
    return [id, `${id}:chargeback`].map((feeId) => ({ ...noFeeOf({ ...place, feeId }), of }))
  }
  const [totals, payout] = [fieldsOf(adjustment.totals), fieldsOf(adjustment.payout_totals)]
  const earnings = minorOf(totals.earnings, place.currency)
  const tax = minorOf(totals.tax, place.currency)
  const isBack = adjustment.action !== 'chargeback_reverse'
  const sign = isBack ? -1 : 1
  const platform = earnings === null || tax === null ? null : sign * (amountMinor - tax - earnings)
  const ofMinor = sign * amountMinor
  const facts = feeFacts({ ...place, feeId: id, of, ofMinor, amounts: { platform } })
  const charged = fieldsOf(payout.chargeback_fee).amount
  const isCharged = (wholeOf(charged) ?? 0) !== 0 && textOf(payout.currency_code) !== null
  if (!isCharged) return facts
  const currency = currencyOf(payout.currency_code)
  const booked = { currency, bookedMinor: sign * smallestUnits(payout.total, currency) }
  const amounts = { dispute: -sign * smallestUnits(charged, currency) }
  const feeId = `${id}:chargeback`
  return [...facts, ...feeFacts({ ...place, ...booked, feeId, of, ofMinor, amounts })]
}
