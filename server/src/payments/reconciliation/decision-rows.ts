import type { Kysely, Selectable } from 'kysely'
import type { ReconciliationDecisionsTable } from '../../store/control/tables/connections-table.ts'
import type { Database } from '../../store/control/tables.ts'

/** A person's decision about one difference. */
interface Decision {
  decision: ReconciliationDecisionsTable['decision']
  note: string
  decidedBy: string
  decidedMs: number
}

/** All decisions of a site by their differences. */
export async function listDecisions(
  db: Kysely<Database>,
  siteId: string,
): Promise<Map<string, Decision>> {
  const rows = await db
    .selectFrom('reconciliation_decisions')
    .selectAll()
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map((row) => [row.item_id, toDecision(row)]))
}

/** Stores a decision, replacing an earlier one about the same difference. */
export async function saveDecision(
  db: Kysely<Database>,
  place: { siteId: string; itemId: string },
  { decision, note, decidedBy, decidedMs }: Decision,
): Promise<void> {
  const columns = { decision, note, decided_by: decidedBy, decided_ms: decidedMs }
  await db
    .insertInto('reconciliation_decisions')
    .values({ site_id: place.siteId, item_id: place.itemId, ...columns })
    .onConflict((conflict) => conflict.columns(['site_id', 'item_id']).doUpdateSet(columns))
    .execute()
}

/** Deletes a decision and returns it. */
export async function deleteDecision(
  db: Kysely<Database>,
  { siteId, itemId }: { siteId: string; itemId: string },
): Promise<Decision | undefined> {
  const row = await db
    .deleteFrom('reconciliation_decisions')
    .where('site_id', '=', siteId)
    .where('item_id', '=', itemId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toDecision(row)
}

function toDecision(row: Selectable<ReconciliationDecisionsTable>): Decision {
  return {
    decision: row.decision,
    note: row.note,
    decidedBy: row.decided_by,
    decidedMs: row.decided_ms,
  }
}
