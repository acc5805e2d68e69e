import { type Kysely, type Selectable, sql } from 'kysely'
import type { SavedViewsTable } from '../../store/control/tables/views-table.ts'
import type { Database } from '../../store/control/tables.ts'

export type ViewRow = Selectable<SavedViewsTable>

/** The owner of views: a person on a site, or with an empty `accountId` the site. */
export interface ViewOwner {
  siteId: string
  accountId: string
}

/** More than anybody can tell apart by name. */
export const maxViews = 100

/** The site's views and a person's own on it, each in their order. */
export async function listViewRows(
  db: Kysely<Database>,
  { siteId, accountId }: ViewOwner,
): Promise<ViewRow[]> {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('account_id', 'in', [accountId, ''])
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .limit(2 * maxViews)
    .execute()
}

/** Every view of a site, of all its people. */
export async function listAllViewRows(db: Kysely<Database>, siteId: string): Promise<ViewRow[]> {
  return db.selectFrom('saved_views').selectAll().where('site_id', '=', siteId).execute()
}

/** Replaces a view's filters. */
export async function saveViewFilters(
  db: Kysely<Database>,
  row: Pick<ViewRow, 'site_id' | 'account_id' | 'id' | 'filters'>,
): Promise<void> {
  await rowsOf(db, { siteId: row.site_id, accountId: row.account_id })
    .set({ filters: row.filters })
    .where('id', '=', row.id)
    .execute()
}

/** Adds a view after the others, or replaces the one with its ID. */
export async function saveViewRow(
  db: Kysely<Database>,
  row: Omit<ViewRow, 'position'>,
): Promise<void> {
  const { name, filters, params, is_default } = row
  const owner = { siteId: row.site_id, accountId: row.account_id }
  if (is_default) {
    await rowsOf(db, owner).set({ is_default: 0 }).execute()
  }
  const last = await db
    .selectFrom('saved_views')
    .select(sql<number>`coalesce(max(position), 0)`.as('position'))
    .where('site_id', '=', owner.siteId)
    .where('account_id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('saved_views')
    .values({ ...row, position: Number(last.position) + 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'account_id', 'id'])
        .doUpdateSet({ name, filters, params, is_default }),
    )
    .execute()
}

/** Puts views in the order of these IDs; others follow. */
export async function orderViewRows(
  db: Kysely<Database>,
  owner: ViewOwner,
  ids: readonly string[],
): Promise<void> {
  await rowsOf(db, owner)
    .set({ position: sql<number>`position + ${ids.length}` })
    .where('id', 'not in', ids)
    .execute()
  for (const [position, id] of ids.entries()) {
    await rowsOf(db, owner).set({ position }).where('id', '=', id).execute()
  }
}

/** Deletes a view; false if there was none. */
export async function deleteViewRow(
  db: Kysely<Database>,
  { siteId, accountId }: ViewOwner,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('site_id', '=', siteId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function rowsOf(db: Kysely<Database>, { siteId, accountId }: ViewOwner) {
  return db
    .updateTable('saved_views')
    .where('site_id', '=', siteId)
    .where('account_id', '=', accountId)
}
