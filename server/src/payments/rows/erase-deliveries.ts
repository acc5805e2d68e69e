import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import type { DeliveryRow } from './delivery-rows.ts'

/** Few enough that requests and hits get a turn between two reads. */
const scannedAtOnce = 200

/**
 * Empties a site's archived deliveries, up to a moment, that name a visitor or are about the visitor's payments;
 * called before those payments are anonymised. The keys stay, so that repeats are still recognised. `isNaming`
 * searches a delivery's content.
 */
export async function eraseDeliveries(
  db: Kysely<Database>,
  about: { siteId: string; visitorId: string; untilMs: number },
  isNaming: (row: DeliveryRow) => boolean,
): Promise<void> {
  const payments = await findOwnPayments(db, about)
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

/** The visitor's payments, under the ids too that they had before they were merged. */
async function findOwnPayments(
  db: Kysely<Database>,
  { siteId, visitorId }: { siteId: string; visitorId: string },
): Promise<Set<string>> {
  const own = db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .where((where) =>
      where.or([
        where('visitor_id', '=', visitorId),
        where('given_visitor_id', '=', visitorId),
        where('reference_visitor_id', '=', visitorId),
      ]),
    )
  const rows = await own.execute()
  const merged = await db
    .selectFrom('payment_merges')
    .select('old_id as id')
    .where('payment_id', 'in', own)
    .execute()
  return new Set([...rows, ...merged].map(({ id }) => id))
}
