import type { Kysely, Selectable } from 'kysely'
import type { FunnelsTable } from '../store/control/tables/funnels-table.ts'
import type { Database } from '../store/control/tables.ts'

export type FunnelRow = Selectable<FunnelsTable>

/** More than anybody can tell apart by name. */
export const mostFunnels = 100

/** A site's funnels by name. */
export async function listFunnelRows(db: Kysely<Database>, siteId: string): Promise<FunnelRow[]> {
  return db
    .selectFrom('funnels')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('name')
    .orderBy('id')
    .limit(mostFunnels)
    .execute()
}

export async function insertFunnel(db: Kysely<Database>, row: FunnelRow): Promise<void> {
  await db.insertInto('funnels').values(row).execute()
}

/** Replaces the site's funnel with that id; false if there is none. */
export async function saveFunnel(
  db: Kysely<Database>,
  { site_id, id, name, definition }: Omit<FunnelRow, 'created_ms'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('funnels')
    .set({ name, definition })
    .where('id', '=', id)
    .where('site_id', '=', site_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the site's funnel with that id; false if there was none. */
export async function deleteFunnel(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('funnels')
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
