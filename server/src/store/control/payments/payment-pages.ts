import type { Kysely } from 'kysely'
import type { LinkMethod } from '../payment-tables.ts'
import type { Database } from '../tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/** The payment after which a page begins. */
export interface PageStart {
  paidAtMs: number
  id: string
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
}

/** A page of a site's payments, the latest first. */
export async function listPaymentsPage(
  db: Kysely<Database>,
  { siteId, fromMs, toMs, after, method, provider, unlinked, charged }: PageFilter,
  limit: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('paid_at_ms', '>=', fromMs)
    .where('paid_at_ms', '<', toMs)
    .$if(method !== undefined, (query) => query.where('link_method', '=', method as LinkMethod))
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .$if(unlinked === true, (query) => query.where('visitor_id', 'is', null))
    .$if(charged === true, (query) => query.where('amount_minor', '>', 0))
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('paid_at_ms', '<', after?.paidAtMs ?? 0),
          where.and([
            where('paid_at_ms', '=', after?.paidAtMs ?? 0),
            where('id', '<', after?.id ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('paid_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** The payments that are linked to some visitors, the latest first. */
export async function listPaymentsOfVisitors(
  db: Kysely<Database>,
  siteId: string,
  { visitorIds, limit }: { visitorIds: readonly string[]; limit: number },
): Promise<Payment[]> {
  if (visitorIds.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('visitor_id', 'in', visitorIds)
    .orderBy('paid_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}
