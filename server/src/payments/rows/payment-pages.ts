import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { inOrder } from '../../in-order.ts'
import type { LinkMethod } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/** The payment after which a page begins. */
export interface PageStart {
  paidAtMs: number
  id: string
}

/** A search in a site's payments: a match fits any one of these. */
export interface PaymentSearch {
  /** Our ids, exactly. */
  ids: readonly string[]
  /** The beginning of a provider's id. */
  alias: string
  /** A customer's or subscription's id. */
  customer: string | undefined
  emailHash: string | undefined
  /** The least and the most that was paid, in the minor units of currencies with the same number of decimals. */
  amounts: readonly {
    from: number | undefined
    to: number | undefined
    currencies: readonly string[]
  }[]
}

export interface PageFilter {
  siteId: string
  /** When it was paid, half-open. */
  fromMs: number
  toMs: number
  after?: PageStart | undefined
  method?: string
  provider?: string
  /** Only those without a visitor. */
  unlinked?: boolean
  /** Only those of more than nothing. */
  charged?: boolean
  /** Only those that count: no duplicates. */
  counted?: boolean
  /** Only these, a few hundred. */
  ids?: readonly string[] | undefined
  search?: PaymentSearch | undefined
}

/**
 * The most payments that one statement looks through for those that match. With SQLite it runs on the thread that
 * takes hits: 61,000 payments took 50 ms of it, and 4 s when they had to be read from the disk.
 */
export const mostLookedThrough = 2_000

/** A page of a site's payments, the latest first. */
export async function listPaymentsPage(
  db: Kysely<Database>,
  filter: PageFilter,
  limit: number,
): Promise<Payment[]> {
  const { after, ids } = filter
  if (ids !== undefined) return pageOfSome(await selectPage(db, filter).execute(), filter, limit)
  const found: Payment[] = []
  // The comparison of `after` alone is no bound for an index: each page would read those before it again.
  let toMs = after === undefined ? filter.toMs : Math.min(filter.toMs, after.paidAtMs + 1)
  for (;;) {
    const fromMs = await startOfPart(db, { ...filter, toMs })
    found.push(...(await listPart(db, { ...filter, fromMs, toMs }, limit - found.length)))
    if (found.length === limit || fromMs === filter.fromMs) return found
    toMs = fromMs
    await new Promise(setImmediate)
  }
}

/** When the last part of a range begins, as many payments before its end as one statement looks through. */
async function startOfPart(
  db: Kysely<Database>,
  { siteId, fromMs, toMs }: Pick<PageFilter, 'siteId' | 'fromMs' | 'toMs'>,
): Promise<number> {
  const first = await db
    .selectFrom('payments')
    .select('paid_at_ms')
    .where('site_id', '=', siteId)
    .where('paid_at_ms', '>=', fromMs)
    .where('paid_at_ms', '<', toMs)
    .orderBy('paid_at_ms', 'desc')
    .limit(1)
    .offset(mostLookedThrough - 1)
    .executeTakeFirst()
  return first?.paid_at_ms ?? fromMs
}

async function listPart(
  db: Kysely<Database>,
  { after, ...part }: PageFilter,
  limit: number,
): Promise<Payment[]> {
  const rows = await selectPage(db, part)
    .where('paid_at_ms', '>=', part.fromMs)
    .where('paid_at_ms', '<', part.toMs)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('paid_at_ms', '<', after?.paidAtMs ?? 0),
          where('id', '<', after?.id ?? ''),
        ]),
      ),
    )
    .orderBy('paid_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** The payments that a page is part of: all, or the ones with the requested ids. */
function selectPage(db: Kysely<Database>, filter: PageFilter) {
  const { siteId, method, provider, unlinked, charged, counted, ids, search } = filter
  return db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .$if(method !== undefined, (query) => query.where('link_method', '=', method as LinkMethod))
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .$if(unlinked === true, (query) => query.where('visitor_id', 'is', null))
    .$if(charged === true, (query) => query.where('amount_minor', '>', 0))
    .$if(counted === true, (query) => query.where('duplicate_of', 'is', null))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(search !== undefined, (query) =>
      query.where((where) => isFound(where, search as PaymentSearch)),
    )
}

/** A page of payments that were looked up: with times and an order, SQLite reads all of the site instead. */
function pageOfSome(
  rows: readonly Selectable<Database['payments']>[],
  { fromMs, toMs, after }: PageFilter,
  limit: number,
): Payment[] {
  const isAfter = ({ paidAtMs, id }: Payment) =>
    after === undefined ||
    paidAtMs < after.paidAtMs ||
    (paidAtMs === after.paidAtMs && inOrder(id, after.id) < 0)
  return rows
    .map(toPayment)
    .filter((one) => one.paidAtMs >= fromMs && one.paidAtMs < toMs && isAfter(one))
    .sort((a, b) => b.paidAtMs - a.paidAtMs || inOrder(b.id, a.id))
    .slice(0, limit)
}

function isFound(
  where: ExpressionBuilder<Database, 'payments'>,
  { ids, alias, customer, emailHash, amounts }: PaymentSearch,
): ExpressionWrapper<Database, 'payments', SqlBool> {
  const named = where
    .selectFrom('payment_aliases')
    .select('payment_id')
    .whereRef('payment_id', '=', 'payments.id')
    // Not `like`: it treats _ as any letter, and SQLite's ignores case.
    .where(sql<string>`substr(alias, 1, ${[...alias].length})`, '=', alias)
  return where.or([
    where('id', 'in', ids),
    where.exists(named),
    ...(customer === undefined
      ? []
      : [where('customer_id', '=', customer), where('subscription_id', '=', customer)]),
    ...(emailHash === undefined ? [] : [where('email_hash', '=', emailHash)]),
    ...amounts.map(({ from, to, currencies }) =>
      where.and([
        where('currency', 'in', currencies),
        ...(from === undefined ? [] : [where('amount_minor', '>=', from)]),
        ...(to === undefined ? [] : [where('amount_minor', '<=', to)]),
      ]),
    ),
  ])
}

/** The largest counted payments of a period, `each` of them in every currency, unsorted. */
export async function listLargestPayments(
  db: Kysely<Database>,
  { siteId, fromMs, toMs }: Pick<PageFilter, 'siteId' | 'fromMs' | 'toMs'>,
  each: number,
): Promise<Payment[]> {
  const ranked = db
    .selectFrom('payments')
    .select(({ fn }) => [
      'id',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('currency').orderBy('amount_minor', 'desc').orderBy('id'))
        .as('rank'),
    ])
    .where('site_id', '=', siteId)
    .where('paid_at_ms', '>=', fromMs)
    .where('paid_at_ms', '<', toMs)
    .where('amount_minor', '>', 0)
    .where('duplicate_of', 'is', null)
    .as('ranked')
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', (query) => query.selectFrom(ranked).select('id').where('rank', '<=', each))
    .execute()
  return rows.map(toPayment)
}

/**
 * The providers of a site's payments in a period. The index of payments by provider gives one after the other:
 * `distinct` would read every payment of the period.
 */
export async function listProviders(
  db: Kysely<Database>,
  { siteId, fromMs, toMs }: Pick<PageFilter, 'siteId' | 'fromMs' | 'toMs'>,
): Promise<string[]> {
  const found: string[] = []
  const payments = db
    .selectFrom('payments')
    .select('provider')
    .where('site_id', '=', siteId)
    .limit(1)
  for (let after = ''; ; ) {
    const next = await payments.where('provider', '>', after).orderBy('provider').executeTakeFirst()
    if (next === undefined) return found
    after = next.provider
    const paid = await payments
      .where('provider', '=', after)
      .where('paid_at_ms', '>=', fromMs)
      .where('paid_at_ms', '<', toMs)
      .executeTakeFirst()
    if (paid !== undefined) found.push(after)
  }
}

/** The payments that are linked to some visitors, the latest first. */
export async function listPaymentsOfVisitors(
  db: Kysely<Database>,
  siteId: string,
  asked: { visitorIds: readonly string[]; limit: number },
): Promise<Payment[]> {
  if (asked.visitorIds.length === 0) return []
  return (await selectOfVisitors(db, siteId, asked).execute()).map(toPayment)
}

/** Careful: ordered by the plain column, SQLite reads all payments of the site along its time index. */
export function selectOfVisitors(
  db: Kysely<Database>,
  siteId: string,
  { visitorIds, limit }: { visitorIds: readonly string[]; limit: number },
) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('visitor_id', 'in', visitorIds)
    .orderBy(sql`+paid_at_ms`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}
