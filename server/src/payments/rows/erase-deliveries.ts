import type { Kysely } from 'kysely'
import { chunksOf, idsAtOnce } from '../../store/control/chunks.ts'
import type { Database } from '../../store/control/tables.ts'
import type { DeliveryRow } from './delivery-rows.ts'

/** Few enough that requests and hits get a turn between two reads. */
const scannedAtOnce = 200

/**
 * Empties a site's archived deliveries, up to a moment, that name a visitor or are about one of some payments. The
 * keys stay, so that repeats are still recognised. `isNaming` searches a delivery's content.
 */
export async function eraseDeliveries(
  db: Kysely<Database>,
  about: { siteId: string; paymentIds: readonly string[]; untilMs: number },
  isNaming: (row: DeliveryRow) => boolean,
): Promise<void> {
  const payments = await withMergedIds(db, about.paymentIds)
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('site_id', '=', about.siteId)
      .where('received_ms', '<=', about.untilMs)
      .where('content', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(scannedAtOnce)
      .execute()
    const named = rows.filter(
      (row) => (row.payment_id !== null && payments.has(row.payment_id)) || isNaming(row),
    )
    for (const { id } of named) {
      await db
        .updateTable('webhook_deliveries')
        .set({ content: null, retry_at_ms: null })
        .where('id', '=', id)
        .execute()
    }
    if (rows.length < scannedAtOnce) return
    after = rows.at(-1)?.id ?? ''
    await new Promise(setImmediate)
  }
}

/** The ids of payments, including those from before they were merged. */
async function withMergedIds(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  const all = new Set(paymentIds)
  for (const some of chunksOf(paymentIds, idsAtOnce)) {
    const merged = await db
      .selectFrom('payment_merges')
      .select('old_id')
      .where('payment_id', 'in', some)
      .execute()
    for (const { old_id } of merged) all.add(old_id)
  }
  return all
}
