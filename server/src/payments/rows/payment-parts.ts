import type { Kysely } from 'kysely'
import { chunksOf, rowsAtOnce } from '../../store/control/chunks.ts'
import type { Database } from '../../store/control/tables.ts'
import type { HistoryEntry, RefundReport } from './payment.ts'

/** A refund or dispute with its payment. */
export interface PlacedRefund extends RefundReport {
  paymentId: string
}

/** Stores reports of refunds and disputes, replacing what was stored under their ids. */
export async function saveRefunds(
  db: Kysely<Database>,
  refunds: readonly PlacedRefund[],
  receivedMs: number,
): Promise<void> {
  for (const some of chunksOf(refunds, rowsAtOnce)) {
    await db
      .insertInto('refunds')
      .values(
        some.map((refund) => ({
          payment_id: refund.paymentId,
          refund_id: refund.id,
          kind: refund.kind,
          amount_minor: refund.amountMinor,
          at_ms: refund.atMs,
          state: refund.state,
          reversed_ms: refund.reversedMs,
          tax_minor: refund.taxMinor,
          received_ms: receivedMs,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['payment_id', 'refund_id']).doUpdateSet(({ ref }) => ({
          kind: ref('excluded.kind'),
          amount_minor: ref('excluded.amount_minor'),
          at_ms: ref('excluded.at_ms'),
          state: ref('excluded.state'),
          reversed_ms: ref('excluded.reversed_ms'),
          tax_minor: ref('excluded.tax_minor'),
        })),
      )
      .execute()
  }
}

/** The reports of refunds of some payments, in the order of their ids. */
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
      state: row.state,
      reversedMs: row.reversed_ms,
      taxMinor: row.tax_minor,
    })
  }
  return refunds
}

/** An entry with its payment. */
export interface PaymentNote extends HistoryEntry {
  paymentId: string
}

/** Adds entries after the existing ones. The caller holds the payment's lock. */
export function addHistory(
  db: Kysely<Database>,
  paymentId: string,
  entries: readonly HistoryEntry[],
): Promise<void> {
  return addHistories(
    db,
    entries.map((entry) => ({ ...entry, paymentId })),
  )
}

/** Like `addHistory`, for several payments at once. */
export async function addHistories(
  db: Kysely<Database>,
  notes: readonly PaymentNote[],
): Promise<void> {
  if (notes.length === 0) return
  const written = await db
    .selectFrom('payment_history')
    .select(['payment_id', (column) => column.fn.max('number').as('last')])
    .where('payment_id', 'in', [...new Set(notes.map(({ paymentId }) => paymentId))])
    .groupBy('payment_id')
    .execute()
  const last = new Map(written.map((row) => [row.payment_id, Number(row.last)]))
  const rows = notes.map(({ paymentId, atMs, source, kind, details }) => {
    const number = (last.get(paymentId) ?? 0) + 1
    last.set(paymentId, number)
    return {
      payment_id: paymentId,
      number,
      at_ms: atMs,
      source,
      kind,
      details: JSON.stringify(details),
    }
  })
  for (const some of chunksOf(rows, rowsAtOnce)) {
    await db.insertInto('payment_history').values(some).execute()
  }
}

/** All history of a payment, oldest first. */
export async function listHistory(
  db: Kysely<Database>,
  paymentId: string,
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('payment_history')
    .selectAll()
    .where('payment_id', '=', paymentId)
    // The history of a payment that was merged into this one has later numbers.
    .orderBy('at_ms')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    atMs: row.at_ms,
    source: row.source,
    kind: row.kind,
    details: JSON.parse(row.details),
  }))
}
