import Type from 'typebox'
import { ask, askColumns, type CellsOf } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import type { PaymentFilter } from './filter.ts'
import { paymentCondition } from './filter-conditions.ts'
import {
  customerSql,
  isFirstSql,
  type PaymentDimensionName,
  paymentDimensions,
} from './payment-words.ts'

/** A movement of money: a payment, one refund of it, or a fee for such a refund or a dispute. */
export interface MoneyEntry {
  paymentId: string
  kind: 'payment' | 'refund' | 'fee'
  /** When it counts, when the payment was made and where its path ends: milliseconds since 1970 UTC. */
  at: number
  paidAt: number
  pathAt: number
  /** In the site's currency if a rate is known, else as it was paid; see `currency`. */
  amountMinor: number
  currency: string
  /** Its tax and the provider's fee, in `currency`; 0 unless requested. */
  taxMinor: number
  feeMinor: number
  /** Whether the tax and all fees of a payment are known; false unless requested. */
  taxKnown: boolean
  feesKnown: boolean
  /** The currency that was paid in, and the day of the conversion rate (`''` if it was not converted). */
  paidCurrency: string
  rateDay: string
  renewal: boolean
  visitorId: string
  /** The same text for all payments of one customer; `''` unless requested. */
  payer: string
  /** For recurring payments; `''` and 0 in questions about others, too. */
  subscription: string
  intervalMonths: number
  /** Whether it belongs to the customer's very first payment; false unless requested. */
  isFirst: boolean
  /** A value for each requested dimension. */
  keys: string[]
  /** Hashes of up to 64 bits: text, never numbers. */
  pathVisitors: readonly string[]
}

const columns = {
  paymentId: 'text',
  kind: 'text',
  at: 'number',
  paidAt: 'number',
  pathAt: 'number',
  amountMinor: 'number',
  currency: 'text',
  paidCurrency: 'text',
  rateDay: 'text',
  renewal: 'flag',
  visitorId: 'text',
  keys: 'texts',
  pathVisitors: 'texts',
} as const

const costColumns = {
  taxMinor: 'number',
  taxKnown: 'flag',
  feeMinor: 'number',
  feesKnown: 'flag',
} as const

/** The columns of an answer; some only if they are requested. */
const columnsOf = (scope: MoneyScope) => ({
  ...columns,
  ...(scope.withCosts && costColumns),
  ...(scope.withPayers && ({ payer: 'text' } as const)),
  ...((scope.recurring || scope.beginnings) &&
    ({ subscriptionId: 'text', intervalMonths: 'number' } as const)),
  ...(scope.withFirsts && ({ isFirst: 'flag' } as const)),
})

/** Which movements of a site's money a question is about. */
export interface MoneyScope {
  site: string
  /** Milliseconds since 1970 UTC, from included, to excluded. */
  fromMs: number
  toMs: number
  filters: readonly PaymentFilter[]
  dimensions: readonly PaymentDimensionName[]
  /** Whether to find out which are first payments: it reads all payments of the site. */
  withFirsts?: boolean
  /** Whether to distinguish customers. */
  withPayers?: boolean
  /** Whether to read tax and fees, also those of refunds and disputes. */
  withCosts?: boolean
  /** Whether refunds count on the day of their payment. */
  refundsOnPayment: boolean
  /** Only payments of subscriptions, without refunds. */
  recurring?: boolean
  /** Only the starts of subscriptions: trials, and payments that are no renewals. */
  beginnings?: true
  /** Only movements of these payments, which the engine finds by its index. */
  payments?: readonly string[]
}

/** The amount of an entry (`payment_entries as entry`), and its currency: the site's if a rate is known. */
export const amountSql = "if(reporting_currency = '', amount_minor, reporting_minor)"
export const currencySql = "if(reporting_currency = '', entry.currency, reporting_currency)"

const costsSql = `
  toFloat64(if(reporting_currency = '', tax_minor, reporting_tax_minor)) as taxMinor, tax_known as taxKnown,
  toFloat64(if(reporting_currency = '', fee_minor, reporting_fee_minor)) as feeMinor, fees_known as feesKnown`

/** Every movement of money in time order, with the visitors whose visits led to it. */
export async function moneyEntries(engine: Engine, scope: MoneyScope): Promise<MoneyEntry[]> {
  const condition = paymentCondition(scope.filters)
  const keys = scope.dimensions.map((name) => `toString(${paymentDimensions[name]})`)
  const sql = `
    select payment_id as paymentId, toString(kind) as kind,
      toFloat64(toUnixTimestamp64Milli(${momentOf(scope)})) as at,
      toFloat64(toUnixTimestamp64Milli(paid_at)) as paidAt,
      toFloat64(toUnixTimestamp64Milli(path_at)) as pathAt,
      toFloat64(${amountSql}) as amountMinor, toString(${currencySql}) as currency,
      toString(entry.currency) as paidCurrency, toString(rate_day) as rateDay,
      renewal, visitor_id as visitorId,
      ${scope.withCosts ? `${costsSql},` : ''}
      ${scope.withPayers ? `${customerSql} as payer,` : ''}
      ${scope.recurring || scope.beginnings ? 'subscription as subscriptionId, toFloat64(interval_months) as intervalMonths,' : ''}
      ${scope.withFirsts ? `toBool(${isFirstSql}) as isFirst,` : ''}
      [${keys.join(', ')}]::Array(String) as keys,
      arrayMap(hash -> toString(hash), path_visitors) as pathVisitors
    from payment_entries as entry final
    where ${movedSql(scope)} and (${condition.sql})
    order by ${momentOf(scope)}, payment_id, entry_id`
  const params = { ...moneyParams(scope), ...condition.params }
  const asked = { name: 'money-entries', sql, params, columns: columnsOf(scope) }
  const found = await askColumns(engine, asked)
  return found.paymentId.map((paymentId, row) => entryAt(found, row, paymentId))
}

function entryAt(
  found: CellsOf<ReturnType<typeof columnsOf>>,
  row: number,
  paymentId: string,
): MoneyEntry {
  const text = (column: readonly string[]) => column[row] as string
  const number = (column: readonly number[]) => column[row] as number
  return {
    paymentId,
    kind: found.kind[row] as MoneyEntry['kind'],
    at: number(found.at),
    paidAt: number(found.paidAt),
    pathAt: number(found.pathAt),
    amountMinor: number(found.amountMinor),
    currency: text(found.currency),
    taxMinor: found.taxMinor?.[row] ?? 0,
    feeMinor: found.feeMinor?.[row] ?? 0,
    taxKnown: found.taxKnown?.[row] ?? false,
    feesKnown: found.feesKnown?.[row] ?? false,
    paidCurrency: text(found.paidCurrency),
    rateDay: text(found.rateDay),
    renewal: found.renewal[row] as boolean,
    visitorId: text(found.visitorId),
    payer: found.payer?.[row] ?? '',
    subscription: found.subscriptionId?.[row] ?? '',
    intervalMonths: found.intervalMonths?.[row] ?? 0,
    isFirst: found.isFirst?.[row] ?? false,
    keys: found.keys[row] as string[],
    pathVisitors: found.pathVisitors[row] as string[],
  }
}

/**
 * When the first path of linked money ends, milliseconds since 1970 UTC; undefined if none is linked. It is known long
 * before `moneyEntries`, so that touches are read at the same time.
 */
export async function firstPathMs(engine: Engine, scope: MoneyScope): Promise<number | undefined> {
  const condition = paymentCondition(scope.filters)
  const sql = `
    select toFloat64(toUnixTimestamp64Milli(min(path_at))) as atMs
    from payment_entries as entry final
    where ${movedSql(scope)} and notEmpty(path_visitors) and (${condition.sql})
    having count() > 0`
  const params = { ...moneyParams(scope), ...condition.params }
  const [found] = await ask(engine, { name: 'first-path', sql, params, row: firstPathRow })
  return found?.atMs
}

const firstPathRow = Type.Object({ atMs: plainNumber })

/** The moment at which an entry counts. */
function momentOf({ refundsOnPayment }: Pick<MoneyScope, 'refundsOnPayment'>): string {
  return refundsOnPayment ? 'entry.paid_at' : 'entry.at'
}

type Moved = Pick<
  MoneyScope,
  | 'site'
  | 'fromMs'
  | 'toMs'
  | 'withCosts'
  | 'refundsOnPayment'
  | 'recurring'
  | 'beginnings'
  | 'payments'
>

/** The condition that an entry (`payment_entries as entry final`) moved within a scope. */
export function movedSql(scope: Moved): string {
  const recurring = scope.recurring
    ? "and kind = 'payment' and amount_minor > 0 and (subscription != '' or renewal)"
    : ''
  const paid = scope.withCosts ? '' : "and kind != 'fee'"
  const beginnings = scope.beginnings
    ? "and kind = 'payment' and subscription != '' and not renewal"
    : ''
  const named = scope.payments ? 'and payment_id in {payments:Array(String)}' : ''
  return `site_id = {site:String} ${named}
      and ${momentOf(scope)} >= ${momentSql('moneyFrom')}
      and ${momentOf(scope)} < ${momentSql('moneyTo')} ${paid} ${recurring} ${beginnings}`
}

export function moneyParams({ site, fromMs, toMs, payments }: Moved): Record<string, unknown> {
  return { site, moneyFrom: fromMs, moneyTo: toMs, ...(payments && { payments }) }
}
