import { entryOf } from '../../entry-of.ts'
import type { DisputeFact, MoneyFact } from '../ledger/money-fact.ts'
import { type Provider, testMark } from './provider.ts'
import { currencyOf, roundedUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, idOf, need, secondsOf, textOf, timeOf } from './wire/fields.ts'
import { signStandardWebhook, textSignedWebhooks } from './wire/standard-webhooks.ts'

const provider = 'whop'

/** Whop: Standard Webhooks, keyed with the full text of the secret, including `ws_`. */
export const whop: Provider = {
  name: provider,
  title: 'Whop',
  ...textSignedWebhooks('Whop'),
  translate: ({ type, body }) => {
    const data = fieldsOf(body.data)
    const atMs = momentOf(body.timestamp)
    const facts = entryOf(readers, type)?.(data, atMs) ?? []
    return stated(facts, momentOf(data.updated_at) ?? atMs)
  },
  sample(secret, nowMs) {
    const timestamp = new Date(nowMs).toISOString()
    const data = {
      ...{ id: `pay_tributary_test_${nowMs}`, status: 'paid', paid_at: timestamp },
      ...{ total: 1, currency: 'usd', billing_reason: 'one_time' },
      metadata: { tributary_visitor_id: 'tributary-test' },
    }
    const event = { type: 'payment.succeeded', timestamp, data, [testMark]: true }
    const body = Buffer.from(JSON.stringify(event))
    const id = `tributary-test-${nowMs}`
    return { body, headers: signStandardWebhook(body, { key: Buffer.from(secret), nowMs, id }) }
  },
}

type Reader = (data: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  'payment.succeeded': paymentFacts,
  'membership.activated': membershipFacts,
  'refund.created': refundFacts,
  'refund.updated': refundFacts,
  'dispute.created': disputeFacts,
  'dispute.updated': disputeFacts,
}

/** Older versions of Whop's API write seconds, newer ones ISO 8601. */
function momentOf(value: unknown): number | null {
  return timeOf(value) ?? secondsOf(value)
}

/** Whop writes money as decimal numbers in major units, sums such as `29.500000000000004` included. */
function moneyOf(data: Fields, amount: unknown) {
  const currency = currencyOf(data.currency)
  return { currency, amountMinor: roundedUnits(amount, currency) }
}

function personOf(data: Fields) {
  const user = fieldsOf(data.user)
  return {
    customerId: textOf(user.id) ?? textOf(data.user_id),
    customerEmail:
      textOf(data.customer_email) ?? textOf(user.email) ?? textOf(fieldsOf(data.member).email),
    ...attachedTo(data.metadata, fieldsOf(data.membership).metadata),
  }
}

function productOf(data: Fields): string | null {
  return textOf(fieldsOf(data.product).title) ?? idOf(data.product) ?? textOf(data.product_id)
}

function paymentFacts(payment: Fields, atMs: number | null): MoneyFact[] {
  const money = moneyOf(payment, payment.total)
  const reason = textOf(payment.billing_reason)
  // Access that is bought once is a membership too.
  const isRecurring = reason?.startsWith('subscription') === true
  const membershipId = textOf(fieldsOf(payment.membership).id) ?? textOf(payment.membership_id)
  const subscriptionId = isRecurring ? membershipId : null
  const known = {
    ...{ provider, ...money, subscriptionId },
    paidAtMs: momentOf(payment.paid_at) ?? atMs,
    product: productOf(payment),
    ...personOf(payment),
  }
  if (money.amountMinor === 0) {
    const isTrial = fieldsOf(payment.membership).status === 'trialing'
    const trial = isTrial ? trialId(subscriptionId) : null
    return trial === null
      ? []
      : [paymentFact({ ...known, ids: [trial], trial: true, renewal: false })]
  }
  return [
    paymentFact({
      ...known,
      ids: [need(textOf(payment.id), 'payment id')],
      taxMinor:
        payment.tax_amount == null ? null : moneyOf(payment, payment.tax_amount).amountMinor,
      renewal: renewals.get(reason ?? '') ?? null,
    }),
  ]
}

/** From the reason of a payment; without one, only the membership's payments show it. */
const renewals = new Map([
  ['one_time', false],
  ['subscription_create', false],
  ['subscription_cycle', true],
])

function membershipFacts(membership: Fields, atMs: number | null): MoneyFact[] {
  const subscriptionId = textOf(membership.id)
  const trial = trialId(subscriptionId)
  if (membership.status !== 'trialing' || trial === null) return []
  return [
    paymentFact({
      ...{ provider, ids: [trial], subscriptionId, amountMinor: 0, trial: true, renewal: false },
      // For an amount of 0 any currency will do.
      currency: membership.currency == null ? 'USD' : currencyOf(membership.currency),
      paidAtMs: momentOf(membership.created_at) ?? atMs,
      product: productOf(membership),
      ...personOf(membership),
    }),
  ]
}

/** The payment of a refund or a dispute: complete, or only its id. */
function paymentIdOf(data: Fields): string {
  return need(idOf(data.payment) ?? textOf(data.payment_id), 'payment id')
}

function refundFacts(refund: Fields, atMs: number | null): MoneyFact[] {
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  if (refund.status !== 'succeeded' && !failed) return []
  return [
    {
      ...{ kind: 'refund', how: 'single', provider, ids: [paymentIdOf(refund)] },
      refundId: need(textOf(refund.id), 'refund id'),
      ...moneyOf(refund, refund.amount),
      atMs: momentOf(refund.created_at) ?? atMs,
      ...(failed && { failed }),
    },
  ]
}

/** A warning is an inquiry, which takes no money. */
function disputeFacts(dispute: Fields, atMs: number | null): MoneyFact[] {
  return [
    {
      ...{ kind: 'dispute', provider, ids: [paymentIdOf(dispute)] },
      disputeId: need(textOf(dispute.id), 'dispute id'),
      state: stateOf(textOf(dispute.status)),
      ...moneyOf(dispute, dispute.amount),
      atMs,
    },
  ]
}

function stateOf(status: string | null): DisputeFact['state'] {
  if (status === 'lost') return 'lost'
  const isOver = status === 'won' || status === 'closed' || status === 'warning_closed'
  return isOver ? 'won' : 'opened'
}
