import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/** The provider that a site trusts if two report the same money, if it named one. */
export async function findPrimaryProvider(
  db: Kysely<Database>,
  siteId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('sites')
    .select('primary_provider')
    .where('id', '=', siteId)
    .executeTakeFirst()
  return row?.primary_provider ?? null
}

/** Requests a new comparison of all of a site's payments, as after it named another primary provider. */
export async function makeDuplicatesDue(db: Kysely<Database>, siteId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ duplicates_due: 1 })
    .where('site_id', '=', siteId)
    .where('amount_minor', '>', 0)
    .execute()
}

/** Requests a new comparison of the payments that repeat one of these, which were removed. */
export async function makeDuplicatesOfDue(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ duplicates_due: 1 })
    .where('duplicate_of', 'in', paymentIds)
    .execute()
}

/**
 * Some of the payments that are due to be compared. The 1 is part of the SQL: SQLite does not use their index for a
 * parameter.
 */
export async function listDuplicatesDue(db: Kysely<Database>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('duplicates_due', '=', sql.lit(1))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function confirmDuplicates(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return
  await db
    .updateTable('payments')
    .set({ duplicates_due: 0 })
    .where('id', 'in', paymentIds)
    .where('duplicates_due', '=', 1)
    .execute()
}

/** The payments that repeat one of these. */
export async function listDuplicatesOf(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Payment[]> {
  if (paymentIds.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('duplicate_of', 'in', paymentIds)
    .execute()
  return rows.map(toPayment)
}

/** An amount and a time: payments of a site of this amount within a period on either side. */
export type EqualMoney = Pick<Payment, 'siteId' | 'currency' | 'amountMinor' | 'paidAtMs'>

/** Payments of equal money that have this customer's address, one of these ids, or an order in their metadata. */
export async function listEqualPayments(
  db: Kysely<Database>,
  money: EqualMoney & { withinMs: number },
  by: { emailHash: string | null; aliases: readonly string[]; namesOrder: boolean },
  limit: number,
): Promise<Payment[]> {
  const { emailHash, aliases, namesOrder } = by
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', money.siteId)
    .where('currency', '=', money.currency)
    .where('amount_minor', '=', money.amountMinor)
    .where('paid_at_ms', '>=', money.paidAtMs - money.withinMs)
    .where('paid_at_ms', '<=', money.paidAtMs + money.withinMs)
    .where((where) =>
      where.or([
        ...(emailHash === null ? [] : [where('email_hash', '=', emailHash)]),
        ...(aliases.length === 0
          ? []
          : [
              where('id', 'in', (select) =>
                select
                  .selectFrom('payment_aliases')
                  .select('payment_id')
                  .where('payment_aliases.site_id', '=', money.siteId)
                  .where('alias', 'in', aliases),
              ),
            ]),
        ...(namesOrder ? [where('metadata', 'like', '%order_%')] : []),
      ]),
    )
    .orderBy('paid_at_ms')
    .orderBy('provider_payment_id')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** The ids by which providers name some payments, by payment. */
export async function listAliasesOfPayments(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_aliases')
    .select(['payment_id', 'alias'])
    .where('payment_id', 'in', paymentIds)
    .execute()
  const found = new Map<string, string[]>()
  for (const { payment_id, alias } of rows) {
    found.set(payment_id, [...(found.get(payment_id) ?? []), alias])
  }
  return found
}
