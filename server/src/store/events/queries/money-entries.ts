import Type, { type Static } from 'typebox'
import { askColumns } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import type { PaymentFilter } from '../filter.ts'
import { paymentCondition } from '../filter-conditions.ts'
import {
  customerSql,
  isFirstSql,
  type PaymentDimensionName,
  paymentDimensions,
} from '../payment-words.ts'
import { plainNumber } from '../row-types.ts'

/** A movement of money: a payment, one refund of it, or a fee for such a refund or a dispute. */
export interface MoneyEntry {
  paymentId: string
  kind: 'payment' | 'refund' | 'fee'
  /** When it counts, when the payment was made and where its path ends: milliseconds since 1970 UTC. */
  at: number
  paidAt: number
  pathAt: number
  /** In the site's currency where a rate is known, else as it was paid; `currency` says which. */
  amountMinor: number
  currency: string
  /** The tax in it, and what the provider took for it, in `currency`. */
  taxMinor: number
  feeMinor: number
  /** Whether the tax and all fees of a payment are known. */
  taxKnown: boolean
  feesKnown: boolean
  /** What it was paid in, and the day of the rate that it was converted at (`''` when it was not). */
  paidCurrency: string
  rateDay: string
  renewal: boolean
  visitorId: string
  /** The same for all payments that belong to one customer; `''` unless asked for. */
  payer: string
  /** Of payments that recur; `''` and 0 where others are asked for, too. */
  subscription: string
  intervalMonths: number
  /** Whether it is of the customer's first payment of all; false unless asked for. */
  isFirst: boolean
  /** A value for each dimension asked for. */
  keys: string[]
  /** Hashes of up to 64 bits: text, never numbers. */
  pathVisitors: readonly string[]
}

const texts = Type.Array(Type.String())
const numbers = Type.Array(plainNumber)
const flags = Type.Array(Type.Boolean())

const columns = Type.Object({
  paymentId: texts,
  kind: Type.Array(Type.Enum(['payment', 'refund', 'fee'])),
  at: numbers,
  paidAt: numbers,
  pathAt: numbers,
  amountMinor: numbers,
  currency: texts,
  taxMinor: numbers,
  feeMinor: numbers,
  taxKnown: flags,
  feesKnown: flags,
  paidCurrency: texts,
  rateDay: texts,
  renewal: flags,
  visitorId: texts,
  payer: texts,
  subscriptionId: texts,
  intervalMonths: Type.Array(Type.Number()),
  isFirst: flags,
  keys: Type.Array(texts),
  pathVisitors: Type.Array(texts),
})

/** Which movements of a site's money a question is about. */
export interface MoneyScope {
  site: string
  /** Milliseconds since 1970 UTC, from included, to excluded. */
  fromMs: number
  toMs: number
  filters: readonly PaymentFilter[]
  dimensions: readonly PaymentDimensionName[]
  /** Whether to find out which are first payments: it looks at all payments of the site. */
  withFirsts: boolean
  /** Whether to tell customers apart. */
  withPayers: boolean
  /** Whether refunds count on the day of their payment. */
  refundsOnPayment: boolean
  /** Payments of subscriptions alone, without refunds. */
  recurring: boolean
  /** What subscriptions began with alone: trials, and payments that are no renewals. */
  beginnings?: true
  /** Movements of these payments alone, which the engine finds by its index. */
  payments?: readonly string[]
}

/** Nothing left out and nothing divided: what a scope has in addition to its site and its span. */
export const allMoney = {
  filters: [],
  dimensions: [],
  withFirsts: false,
  withPayers: false,
  refundsOnPayment: false,
  recurring: false,
} as const

/** What an entry (`payment_entries as entry`) counts as, and in which currency: the site's where a rate is known. */
export const amountSql = "if(reporting_currency = '', amount_minor, reporting_minor)"
export const currencySql = "if(reporting_currency = '', entry.currency, reporting_currency)"

/** Every movement of money in the order of time, with the visitors whose visits led to it. */
export async function moneyEntries(engine: Engine, scope: MoneyScope): Promise<MoneyEntry[]> {
  const condition = paymentCondition(scope.filters)
  const keys = scope.dimensions.map((name) => `toString(${paymentDimensions[name]})`)
  const sql = `
    select payment_id as paymentId, toString(kind) as kind,
      toFloat64(toUnixTimestamp64Milli(${momentOf(scope)})) as at,
      toFloat64(toUnixTimestamp64Milli(paid_at)) as paidAt,
      toFloat64(toUnixTimestamp64Milli(path_at)) as pathAt,
      toFloat64(${amountSql}) as amountMinor, toString(${currencySql}) as currency,
      toFloat64(if(reporting_currency = '', tax_minor, reporting_tax_minor)) as taxMinor, tax_known as taxKnown,
      toFloat64(if(reporting_currency = '', fee_minor, reporting_fee_minor)) as feeMinor, fees_known as feesKnown,
      toString(entry.currency) as paidCurrency, toString(rate_day) as rateDay,
      renewal, visitor_id as visitorId, ${scope.withPayers ? customerSql : "''"} as payer,
      ${scope.recurring || scope.beginnings ? 'subscription' : "''"} as subscriptionId,
      ${scope.recurring ? 'interval_months' : '0'} as intervalMonths, toBool(${scope.withFirsts ? isFirstSql : 'false'}) as isFirst,
      [${keys.join(', ')}]::Array(String) as keys,
      arrayMap(hash -> toString(hash), path_visitors) as pathVisitors
    from payment_entries as entry final
    where ${movedSql(scope)} and (${condition.sql})
    order by ${momentOf(scope)}, payment_id, entry_id`
  const params = { ...moneyParams(scope), ...condition.params }
  const found = await askColumns(engine, { name: 'money-entries', sql, params, columns })
  return found.paymentId.map((paymentId, row) => entryAt(found, row, paymentId))
}

function entryAt(found: Static<typeof columns>, row: number, paymentId: string): MoneyEntry {
  const text = (column: readonly string[]) => column[row] as string
  const number = (column: readonly number[]) => column[row] as number
  const flag = (column: readonly boolean[]) => column[row] as boolean
  return {
    paymentId,
    kind: found.kind[row] as MoneyEntry['kind'],
    at: number(found.at),
    paidAt: number(found.paidAt),
    pathAt: number(found.pathAt),
    amountMinor: number(found.amountMinor),
    currency: text(found.currency),
    taxMinor: number(found.taxMinor),
    feeMinor: number(found.feeMinor),
    taxKnown: flag(found.taxKnown),
    feesKnown: flag(found.feesKnown),
    paidCurrency: text(found.paidCurrency),
    rateDay: text(found.rateDay),
    renewal: flag(found.renewal),
    visitorId: text(found.visitorId),
    payer: text(found.payer),
    subscription: text(found.subscriptionId),
    intervalMonths: number(found.intervalMonths),
    isFirst: flag(found.isFirst),
    keys: found.keys[row] as string[],
    pathVisitors: found.pathVisitors[row] as string[],
  }
}

/** The moment at which an entry counts. */
function momentOf({ refundsOnPayment }: Pick<MoneyScope, 'refundsOnPayment'>): string {
  return refundsOnPayment ? 'entry.paid_at' : 'entry.at'
}

type Moved = Pick<
  MoneyScope,
  'site' | 'fromMs' | 'toMs' | 'refundsOnPayment' | 'recurring' | 'beginnings' | 'payments'
>

/** The condition that an entry (`payment_entries as entry final`) moved within a scope. */
export function movedSql(scope: Moved): string {
  const recurring = scope.recurring
    ? "and kind = 'payment' and amount_minor > 0 and (subscription != '' or renewal)"
    : ''
  const beginnings = scope.beginnings
    ? "and kind = 'payment' and subscription != '' and not renewal"
    : ''
  const named = scope.payments ? 'and payment_id in {payments:Array(String)}' : ''
  return `site_id = {site:String} ${named}
      and ${momentOf(scope)} >= fromUnixTimestamp64Milli({moneyFrom:Int64}, 'UTC')
      and ${momentOf(scope)} < fromUnixTimestamp64Milli({moneyTo:Int64}, 'UTC') ${recurring} ${beginnings}`
}

export function moneyParams({ site, fromMs, toMs, payments }: Moved): Record<string, unknown> {
  return { site, moneyFrom: fromMs, moneyTo: toMs, ...(payments && { payments }) }
}
