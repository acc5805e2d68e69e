import { entryOf } from '../../entry-of.ts'
import type { FeeFact, MoneyFact } from '../ledger/money-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { attachedTo, unpackIds } from './wire/attached.ts'
import { feeFacts, idsOf, noFeeOf, paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf } from './wire/fields.ts'

const provider = 'paypal'

type Reader = (resource: Fields, atMs: number | null) => MoneyFact[]

/** `CHECKOUT.ORDER.APPROVED` is no payment: the buyer agreed, no money moved. */
const readers: Readonly<Record<string, Reader>> = {
  'PAYMENT.CAPTURE.COMPLETED': captureFacts,
  'PAYMENT.SALE.COMPLETED': saleFacts,
  'PAYMENT.CAPTURE.REFUNDED': refundFacts,
  'PAYMENT.SALE.REFUNDED': refundFacts,
  'PAYMENT.REFUND.FAILED': refundFacts,
  'PAYMENT.REFUND.CANCELLED': refundFacts,
  'PAYMENT.CAPTURE.REVERSED': reversalFacts,
  'PAYMENT.SALE.REVERSED': reversalFacts,
  'CUSTOMER.DISPUTE.CREATED': disputeFacts,
  'CUSTOMER.DISPUTE.UPDATED': disputeFacts,
  'CUSTOMER.DISPUTE.RESOLVED': disputeFacts,
}

export function translatePaypal({ type, body }: ProviderEvent): MoneyFact[] {
  const resource = fieldsOf(body.resource)
  const atMs = timeOf(body.create_time)
  const facts = entryOf(readers, type)?.(resource, atMs) ?? []
  return stated(facts, timeOf(resource.update_time) ?? atMs)
}

/** Version 2 writes `{ value, currency_code }`, version 1 `{ total, currency }`, sometimes negative. */
function moneyOf(amount: unknown) {
  const fields = fieldsOf(amount)
  const currency = currencyOf(fields.currency_code ?? fields.currency)
  return { currency, amountMinor: Math.abs(majorUnits(fields.value ?? fields.total, currency)) }
}

/** PayPal has space for one text: `visitor:session`. Without a session it may be the shop's own number. */
function attachedIn(resource: Fields) {
  const packed = unpackIds(textOf(resource.custom_id) ?? textOf(resource.custom))
  const { custom_id, custom, invoice_id } = resource
  const attached = attachedTo({ custom_id, custom, invoice_id })
  const { visitorId = null, sessionId } = packed
  return sessionId === undefined
    ? { ...attached, referenceVisitorId: visitorId }
    : { ...attached, visitorId, sessionId }
}

function captureFacts(capture: Fields, atMs: number | null): MoneyFact[] {
  const money = moneyOf(capture.amount)
  if (money.amountMinor === 0) return []
  // Several captures of one order are several payments.
  const isOnly = capture.final_capture !== false
  const related = fieldsOf(fieldsOf(capture.supplementary_data).related_ids)
  const id = need(textOf(capture.id), 'capture id')
  const breakdown = fieldsOf(capture.seller_receivable_breakdown)
  const paidAtMs = timeOf(capture.create_time) ?? atMs
  const fee = { provider, ids: [id], feeId: id, of: 'payment', ofMinor: money.amountMinor } as const
  return [
    ...feesIn({ ...fee, atMs: paidAtMs }, [
      ['processing', breakdown.paypal_fee],
      ...listOf(breakdown.platform_fees).map((one) => ['platform', fieldsOf(one).amount] as const),
    ]),
    paymentFact({
      provider,
      ids: idsOf(id, isOnly ? textOf(related.order_id) : null),
      ...money,
      paidAtMs,
      renewal: false,
      customerEmail: textOf(fieldsOf(capture.payer).email_address),
      ...attachedIn(capture),
    }),
  ]
}

function saleFacts(sale: Fields, atMs: number | null): MoneyFact[] {
  const money = moneyOf(sale.amount)
  if (money.amountMinor === 0) return []
  const subscriptionId = textOf(sale.billing_agreement_id)
  const id = need(textOf(sale.id), 'sale id')
  const paidAtMs = timeOf(sale.create_time) ?? atMs
  const fee = { provider, ids: [id], feeId: id, of: 'payment', ofMinor: money.amountMinor } as const
  return [
    ...feesIn({ ...fee, atMs: paidAtMs }, [['processing', sale.transaction_fee]]),
    paymentFact({
      provider,
      ids: [id],
      ...money,
      paidAtMs,
      renewal: subscriptionId === null ? false : null,
      subscriptionId,
      ...attachedIn(sale),
    }),
  ]
}

type Place = Omit<FeeFact, 'kind' | 'amounts' | 'currency'>

/** The stated fees, in one currency; with the sign -1 they are returned. */
function feesIn(
  place: Place,
  stated: readonly (readonly [kind: 'processing' | 'platform', amount: unknown])[],
  sign: 1 | -1 = 1,
): FeeFact[] {
  const fees = stated
    .filter(([, amount]) => amount != null)
    .map(([kind, amount]) => ({ kind, ...moneyOf(amount) }))
  const [first] = fees
  // PayPal states all of a capture's in one currency.
  if (first === undefined || fees.some(({ currency }) => currency !== first.currency)) return []
  const amounts: Partial<Record<'processing' | 'platform', number>> = {}
  for (const { kind, amountMinor } of fees) {
    amounts[kind] = (amounts[kind] ?? 0) + sign * amountMinor
  }
  return feeFacts({ ...place, currency: first.currency, amounts })
}

/** A refund refers to its payment only by a link. */
function parentOf(resource: Fields): string | null {
  const up = listOf(resource.links)
    .map(fieldsOf)
    .find(({ rel }) => rel === 'up')
  const id = textOf(up?.href)?.split('?', 1)[0]?.split('/').at(-1)
  return textOf(resource.capture_id) ?? textOf(resource.sale_id) ?? id ?? null
}

function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const state = (textOf(refund.status) ?? textOf(refund.state) ?? 'completed').toLowerCase()
  const failed = ['failed', 'cancelled', 'canceled'].includes(state)
  if (state !== 'completed' && !failed) return []
  const money = moneyOf(refund.amount)
  const refundId = need(textOf(refund.id), 'refund id')
  const about = {
    ...{ provider, ids: [need(parentOf(refund), 'payment id')] },
    atMs: timeOf(refund.create_time) ?? atMs,
  }
  const fee = { ...about, feeId: refundId, of: 'refund', ofMinor: -money.amountMinor } as const
  const { paypal_fee } = fieldsOf(refund.seller_payable_breakdown)
  return [
    { kind: 'refund', how: 'single', ...about, refundId, ...money, ...(failed && { failed }) },
    ...(failed
      ? [noFeeOf({ ...about, feeId: refundId, currency: money.currency })]
      : feesIn(fee, [['processing', paypal_fee ?? refund.refund_from_transaction_fee]], -1)),
  ]
}

/** The money was taken back, usually by a chargeback, which is the same as the dispute about that payment. */
function reversalFacts(resource: Fields, atMs: number | null): MoneyFact[] {
  const paymentId = need(parentOf(resource) ?? textOf(resource.id), 'payment id')
  const about = { provider, ids: [paymentId], disputeId: `dispute:${paymentId}` }
  return [{ kind: 'dispute', state: 'lost', ...about, ...moneyOf(resource.amount), atMs }]
}

const lostOutcomes = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

function disputeFacts(dispute: Fields, atMs: number | null): MoneyFact[] {
  const [transaction] = listOf(dispute.disputed_transactions).map(fieldsOf)
  const paymentId = textOf(transaction?.seller_transaction_id)
  // Some disputes are not about a payment of ours.
  if (paymentId === null) return []
  const outcome = textOf(fieldsOf(dispute.dispute_outcome).outcome_code)
  const state =
    dispute.status !== 'RESOLVED' ? 'opened' : lostOutcomes.includes(outcome ?? '') ? 'lost' : 'won'
  const about = { provider, ids: [paymentId], disputeId: `dispute:${paymentId}` }
  return [{ kind: 'dispute', state, ...about, ...moneyOf(dispute.dispute_amount), atMs }]
}
