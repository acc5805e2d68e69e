import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** A payment that turned out to be another one. */
export interface PaymentMerge {
  oldId: string
  siteId: string
  /** What the events engine may have under the old id. */
  entryIds: string[]
  /** Above every revision that the old id ever had. */
  revision: number
}

/**
 * Moves everything that is stored under another id to a payment: ids at the provider, reports and history. The other
 * row is deleted; its id remains an alias.
 */
export async function mergePayments(
  db: Kysely<Database>,
  paymentId: string,
  merge: PaymentMerge,
): Promise<void> {
  const { oldId } = merge
  const from = { payment_id: paymentId }
  await db.deleteFrom('payments').where('id', '=', oldId).execute()
  await db.deleteFrom('refunds').where('payment_id', '=', oldId).execute()
  await db.deleteFrom('payment_outbox').where('payment_id', '=', oldId).execute()
  await db.deleteFrom('payment_waits').where('payment_id', '=', oldId).execute()
  await db.updateTable('payment_aliases').set(from).where('payment_id', '=', oldId).execute()
  await db.updateTable('payment_facts').set(from).where('payment_id', '=', oldId).execute()
  await db.updateTable('payment_merges').set(from).where('payment_id', '=', oldId).execute()
  await db
    .updateTable('payments')
    .set({ first_payment_id: paymentId })
    .where('first_payment_id', '=', oldId)
    .execute()
  const { last } = await db
    .selectFrom('payment_history')
    .select((column) => column.fn.max('number').as('last'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment_history')
    .set((column) => ({ ...from, number: column('number', '+', Number(last ?? 0)) }))
    .where('payment_id', '=', oldId)
    .execute()
  await db
    .insertInto('payment_merges')
    .values({
      old_id: oldId,
      site_id: merge.siteId,
      payment_id: paymentId,
      entry_ids: JSON.stringify(merge.entryIds),
      revision: merge.revision,
    })
    .execute()
}

/** The id under which a payment is stored now, if it was merged into another. */
export async function findMergedInto(
  db: Kysely<Database>,
  siteId: string,
  oldId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_merges')
    .select('payment_id')
    .where('site_id', '=', siteId)
    .where('old_id', '=', oldId)
    .executeTakeFirst()
  return row?.payment_id
}

/** The payments merged into some payments, by the resulting payment. */
export async function listMerges(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentMerge[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_merges')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('old_id')
    .execute()
  const merges = new Map<string, PaymentMerge[]>()
  for (const row of rows) {
    const merge = {
      oldId: row.old_id,
      siteId: row.site_id,
      entryIds: JSON.parse(row.entry_ids) as string[],
      revision: row.revision,
    }
    merges.set(row.payment_id, [...(merges.get(row.payment_id) ?? []), merge])
  }
  return merges
}
