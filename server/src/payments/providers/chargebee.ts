import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { chargebeeSubscriptions } from './chargebee-subscriptions.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { idsOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, listOf, need, secondsOf, textOf } from './wire/fields.ts'
import { parseJsonObject } from './wire/json-text.ts'
import { judgeSecret } from './wire/shared-secret.ts'

const provider = 'chargebee'
/** Custom fields of Chargebee are columns named `cf_…`; only ours are read, since others may be personal. */
const customField = /^cf_((?:tributary|datafast)_(?:visitor|session)_id)$/

/** Chargebee: signs no body, but authenticates with the name and password configured for the webhook. */
export const chargebee: Provider = {
  name: provider,
  title: 'Chargebee',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [],
  verify: ({ headers }, { secrets }) => judgeSecret(passwordIn(headers.authorization), secrets),
  read({ body }): ProviderEvent {
    const event = parseJsonObject(body)
    const [key, type] = [textOf(event.id), textOf(event.event_type)]
    if (key === null || type === null) throw new MalformedBody('this is no Chargebee event')
    // A test site is a separate site, so nothing here is marked as test.
    return { key, type, isTest: false, body: event }
  },
  translate: ({ type, body }) => {
    const content = fieldsOf(body.content)
    const atMs = secondsOf(body.occurred_at)
    const facts = entryOf(readers, type)?.(content, atMs) ?? []
    return stated(facts, secondsOf(fieldsOf(content.transaction).updated_at) ?? atMs)
  },
  subscriptions: chargebeeSubscriptions,
  sample(secret, nowMs) {
    const date = Math.floor(nowMs / 1000)
    const transaction = {
      ...{ id: `txn_tributary_test_${nowMs}`, type: 'payment', status: 'success', date },
      ...{ amount: 100, currency_code: 'USD' },
    }
    const customer = { meta_data: { tributary_visitor_id: 'tributary-test' } }
    const event = {
      ...{ id: `ev_tributary_test_${nowMs}`, event_type: 'payment_succeeded', occurred_at: date },
      ...{ api_version: 'v2', content: { transaction, customer }, [testMark]: true },
    }
    const basic = Buffer.from(`tributary:${secret}`).toString('base64')
    return {
      body: Buffer.from(JSON.stringify(event)),
      headers: { authorization: `Basic ${basic}` },
    }
  },
}

/** The password of HTTP Basic authentication; any user name is accepted. */
function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return textOf(password.join(':'))
}

type Reader = (content: Fields, atMs: number | null) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  payment_succeeded: transactionFacts,
  payment_refunded: transactionFacts,
  refund_initiated: transactionFacts,
  transaction_updated: transactionFacts,
  transaction_deleted: transactionFacts,
  subscription_created: trialFacts,
  subscription_started: trialFacts,
}

function personOf({ subscription, customer }: Fields) {
  const [bought, buyer] = [fieldsOf(subscription), fieldsOf(customer)]
  return {
    customerId: textOf(buyer.id) ?? textOf(bought.customer_id),
    customerEmail: textOf(buyer.email),
    // The subscription first: a customer keeps what the first purchase set.
    ...attachedTo(
      ...[bought.meta_data, customFields(bought)],
      ...[buyer.meta_data, customFields(buyer)],
    ),
  }
}

function customFields(object: Fields): Fields {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const [, ours] = customField.exec(name) ?? []
      return ours === undefined ? [] : [[ours, value]]
    }),
  )
}

/** Money in the currency's smallest unit as ISO 4217 counts it: yen are sent whole. */
function moneyOf(transaction: Fields) {
  const currency = currencyOf(transaction.currency_code)
  return { currency, amountMinor: smallestUnits(transaction.amount, currency) }
}

/** Payments and returned money are transactions, each sent again when it changes. */
function transactionFacts(content: Fields, atMs: number | null): MoneyFact[] {
  const transaction = fieldsOf(content.transaction)
  if (transaction.type === 'payment') return paymentFacts(content, transaction, atMs)
  const isBack = transaction.type === 'refund' || transaction.type === 'payment_reversal'
  return isBack ? moneyBackFacts(transaction, atMs) : []
}

/** Whether reported money failed to arrive, such as a direct debit that bounced. */
function isUndone({ status, deleted }: Fields): boolean {
  return deleted === true || ['failure', 'late_failure', 'voided'].includes(textOf(status) ?? '')
}

function paymentFacts(content: Fields, transaction: Fields, atMs: number | null): MoneyFact[] {
  const money = moneyOf(transaction)
  const id = need(textOf(transaction.id), 'transaction id')
  if (isUndone(transaction)) {
    // A payment that was never recorded has nothing to return.
    return [{ kind: 'refund', how: 'single', provider, ids: [id], ...reversal, ...money, atMs }]
  }
  if (transaction.status !== 'success' || money.amountMinor === 0) return []
  const { invoice, subscription } = content
  const bill = fieldsOf(invoice)
  const isWhole =
    bill.total === transaction.amount && bill.currency_code === transaction.currency_code
  return [
    paymentFact({
      provider,
      ids: idsOf(id, gatewayId(transaction)),
      ...money,
      // A partial payment of an invoice does not state its part of the tax.
      taxMinor: isWhole && bill.tax != null ? smallestUnits(bill.tax, money.currency) : null,
      paidAtMs: secondsOf(transaction.date) ?? atMs,
      renewal: renewalOf(bill),
      subscriptionId: textOf(transaction.subscription_id) ?? textOf(bill.subscription_id),
      product: productOf(fieldsOf(subscription), bill),
      ...personOf(content),
    }),
  ]
}

/** Null: only the subscription's other payments show it. */
function renewalOf(invoice: Fields): boolean | null {
  if (invoice.first_invoice === true || invoice.recurring === false) return false
  return invoice.first_invoice === false && invoice.recurring === true ? true : null
}

function productOf(subscription: Fields, invoice: Fields): string | null {
  const item = fieldsOf(listOf(subscription.subscription_items)[0])
  const line = fieldsOf(listOf(invoice.line_items)[0])
  return textOf(item.item_price_id) ?? textOf(subscription.plan_id) ?? textOf(line.description)
}

/** The gateway's id of a transaction, which other systems may use; short ones are counters and are ignored. */
function gatewayId(transaction: Fields): string | null {
  const id = textOf(transaction.id_at_gateway)
  return id !== null && id.length >= 8 ? id : null
}

/** A payment that fails late and its reversal are the same movement, so they share an id. */
const reversal = { refundId: 'reversal' } as const

/** A chargeback is a refund with that method; Chargebee creates it once it is lost. */
function moneyBackFacts(transaction: Fields, atMs: number | null): MoneyFact[] {
  const undone = isUndone(transaction)
  if (transaction.status !== 'success' && !undone) return []
  const linked = fieldsOf(listOf(transaction.linked_payments)[0])
  const paymentId =
    textOf(transaction.refunded_txn_id) ??
    textOf(linked.id) ??
    textOf(transaction.reference_transaction_id)
  const id = need(textOf(transaction.id), 'transaction id')
  const about = {
    ...{ provider, ids: [need(paymentId, 'id of the refunded payment')] },
    ...{ ...moneyOf(transaction), atMs: secondsOf(transaction.date) ?? atMs },
  }
  if (transaction.payment_method === 'chargeback') {
    return [{ kind: 'dispute', ...about, disputeId: id, state: undone ? 'won' : 'lost' }]
  }
  const refundId = transaction.type === 'payment_reversal' ? reversal.refundId : id
  return [{ kind: 'refund', how: 'single', ...about, refundId, ...(undone && { failed: true }) }]
}

function trialFacts(content: Fields, atMs: number | null): MoneyFact[] {
  const subscription = fieldsOf(content.subscription)
  const subscriptionId = textOf(subscription.id)
  const trial = trialId(subscriptionId)
  if (subscription.status !== 'in_trial' || trial === null) return []
  return [
    paymentFact({
      provider,
      ids: [trial],
      currency: currencyOf(subscription.currency_code),
      amountMinor: 0,
      trial: true,
      renewal: false,
      paidAtMs: secondsOf(subscription.trial_start) ?? atMs,
      subscriptionId,
      product: productOf(subscription, {}),
      ...personOf(content),
    }),
  ]
}
