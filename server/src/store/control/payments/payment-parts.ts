import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import type { HistoryEntry, RefundReport } from './payment.ts'

/** Adds what was said about money going back. Answers whether it was news. */
export async function addRefund(
  db: Kysely<Database>,
  paymentId: string,
  refund: RefundReport,
  receivedMs: number,
): Promise<boolean> {
  const added = await db
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      refund_id: refund.id,
      kind: refund.kind,
      amount_minor: refund.amountMinor,
      at_ms: refund.atMs,
      received_ms: receivedMs,
    })
    .onConflict((conflict) => conflict.columns(['payment_id', 'refund_id']).doNothing())
    .returning('refund_id')
    .executeTakeFirst()
  return added !== undefined
}

/** What was said about refunds of some payments, in the order of their ids. */
export async function listRefunds(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, RefundReport[]>> {
  const refunds = new Map<string, RefundReport[]>(paymentIds.map((id) => [id, []]))
  if (paymentIds.length === 0) return refunds
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('payment_id')
    .orderBy('refund_id')
    .execute()
  for (const row of rows) {
    refunds.get(row.payment_id)?.push({
      id: row.refund_id,
      kind: row.kind,
      amountMinor: row.amount_minor,
      atMs: row.at_ms,
    })
  }
  return refunds
}

/** Adds entries behind what is already written. The caller holds the payment's lock. */
export async function addHistory(
  db: Kysely<Database>,
  paymentId: string,
  entries: readonly HistoryEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { last } = await db
    .selectFrom('payment_history')
    .select((column) => column.fn.max('number').as('last'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_history')
    .values(
      entries.map((entry, index) => ({
        payment_id: paymentId,
        number: Number(last ?? 0) + index + 1,
        at_ms: entry.atMs,
        source: entry.source,
        kind: entry.kind,
        details: JSON.stringify(entry.details),
      })),
    )
    .execute()
}

/** Everything that was written about a payment, oldest first. */
export async function listHistory(
  db: Kysely<Database>,
  paymentId: string,
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('payment_history')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    atMs: row.at_ms,
    source: row.source,
    kind: row.kind,
    details: JSON.parse(row.details),
  }))
}
