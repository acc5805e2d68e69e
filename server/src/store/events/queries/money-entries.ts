import Type, { type Static } from 'typebox'
import type { Engine } from '../engine.ts'
import type { PaymentFilter } from '../filter.ts'
import { paymentCondition } from '../filter-conditions.ts'
import { ledgerState } from '../ledger-state.ts'
import {
  customerSql,
  isFirstSql,
  type PaymentDimensionName,
  paymentDimensions,
} from '../payment-words.ts'
import { askOnce, unlessSame } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'

const moneyEntry = Type.Object({
  paymentId: Type.String(),
  kind: Type.Union([Type.Literal('payment'), Type.Literal('refund')]),
  /** When it counts, when the payment was made and where its path ends: milliseconds since 1970 UTC. */
  at: plainNumber,
  paidAt: plainNumber,
  pathAt: plainNumber,
  /** In the site's currency where a rate is known, else as it was paid; `currency` says which. */
  amountMinor: plainNumber,
  currency: Type.String(),
  /** What it was paid in, and the day of the rate that it was converted at (`''` when it was not). */
  paidCurrency: Type.String(),
  rateDay: Type.String(),
  renewal: Type.Boolean(),
  visitorId: Type.String(),
  /** The same for all payments that belong to one customer. */
  payer: Type.String(),
  subscription: Type.String(),
  intervalMonths: Type.Number(),
  /** Whether it is of the customer's first payment of all; false unless asked for. */
  isFirst: Type.Boolean(),
  /** A value for each dimension asked for. */
  keys: Type.Array(Type.String()),
  // Hashes of up to 64 bits: text, never numbers.
  pathVisitors: Type.Array(Type.String()),
})

export type MoneyEntry = Static<typeof moneyEntry>

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
  /** Whether refunds count on the day of their payment. */
  refundsOnPayment: boolean
  /** Payments of subscriptions alone, without refunds. */
  recurring: boolean
}

/** Nothing left out and nothing divided: what a scope is beside its site and its span. */
export const allMoney = {
  filters: [],
  dimensions: [],
  withFirsts: false,
  refundsOnPayment: false,
  recurring: false,
} as const

/**
 * Every movement of money, with the visitors whose visits led to it. While the site's ledger stays as it is,
 * the answer is the same array: `textOf` tells it from others.
 */
export async function moneyEntries(
  engine: Engine,
  scope: MoneyScope,
): Promise<readonly MoneyEntry[]> {
  const condition = paymentCondition(scope.filters)
  const keys = scope.dimensions.map((name) => `toString(${paymentDimensions[name]})`)
  const sql = `
    select payment_id as paymentId, kind,
      toFloat64(toUnixTimestamp64Milli(${momentOf(scope)})) as at,
      toFloat64(toUnixTimestamp64Milli(paid_at)) as paidAt,
      toFloat64(toUnixTimestamp64Milli(path_at)) as pathAt,
      toFloat64(if(reporting_currency = '', amount_minor, reporting_minor)) as amountMinor,
      if(reporting_currency = '', toString(entry.currency), toString(reporting_currency)) as currency,
      toString(entry.currency) as paidCurrency, toString(rate_day) as rateDay,
      renewal, visitor_id as visitorId, ${customerSql} as payer, subscription,
      interval_months as intervalMonths, ${scope.withFirsts ? `toBool(${isFirstSql})` : 'false'} as isFirst,
      [${keys.join(', ')}]::Array(String) as keys,
      arrayMap(hash -> toString(hash), path_visitors) as pathVisitors
    from payment_entries as entry final
    where ${movedSql(scope)} and (${condition.sql})
    order by ${momentOf(scope)}, payment_id, entry_id`
  const params = { ...moneyParams(scope), ...condition.params }
  const question = { name: 'money-entries', sql, params, row: moneyEntry }
  const rows = await askOnce(engine, await ledgerState(engine), question, 'settled')
  return unlessSame(engine, question, rows)
}

/** The moment at which an entry counts. */
function momentOf({ refundsOnPayment }: Pick<MoneyScope, 'refundsOnPayment'>): string {
  return refundsOnPayment ? 'entry.paid_at' : 'entry.at'
}

type Moved = Pick<MoneyScope, 'site' | 'fromMs' | 'toMs' | 'refundsOnPayment' | 'recurring'>

/** The condition that an entry (`payment_entries as entry final`) moved within a scope. */
export function movedSql(scope: Moved): string {
  const recurring = scope.recurring
    ? "and kind = 'payment' and amount_minor > 0 and (subscription != '' or renewal)"
    : ''
  return `site_id = {site:String}
      and ${momentOf(scope)} >= fromUnixTimestamp64Milli({moneyFrom:Int64}, 'UTC')
      and ${momentOf(scope)} < fromUnixTimestamp64Milli({moneyTo:Int64}, 'UTC') ${recurring}`
}

export function moneyParams({ site, fromMs, toMs }: Moved): Record<string, unknown> {
  return { site, moneyFrom: fromMs, moneyTo: toMs }
}
