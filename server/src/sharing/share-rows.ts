import type { Kysely, Selectable } from 'kysely'
import type { ShareLinksTable } from '../store/control/tables/share-links-table.ts'
import type { Database } from '../store/control/tables.ts'

/** A share link as the store keeps it. */
export type ShareRow = Selectable<ShareLinksTable>

export async function insertShare(db: Kysely<Database>, row: ShareRow): Promise<void> {
  await db.insertInto('share_links').values(row).execute()
}

/** A site's links, the oldest first. */
export async function listShareRows(db: Kysely<Database>, siteId: string): Promise<ShareRow[]> {
  return db
    .selectFrom('share_links')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms')
    .orderBy('id')
    .execute()
}

export async function findShareByToken(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<ShareRow | undefined> {
  return db
    .selectFrom('share_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function findShareRow(
  db: Kysely<Database>,
  id: string,
): Promise<ShareRow | undefined> {
  return db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Replaces a link's token. */
export async function saveShareToken(
  db: Kysely<Database>,
  { id, token_hash, sealed_token }: Pick<ShareRow, 'id' | 'token_hash' | 'sealed_token'>,
): Promise<void> {
  await db
    .updateTable('share_links')
    .set({ token_hash, sealed_token })
    .where('id', '=', id)
    .execute()
}

/** Replaces a link's filters. */
export async function saveShareFilters(
  db: Kysely<Database>,
  { id, filters }: Pick<ShareRow, 'id' | 'filters'>,
): Promise<void> {
  await db.updateTable('share_links').set({ filters }).where('id', '=', id).execute()
}

/** Deletes a link and returns it; undefined if the site has none with this id. */
export async function takeShare(
  db: Kysely<Database>,
  { siteId, id }: { siteId: string; id: string },
): Promise<ShareRow | undefined> {
  return db
    .deleteFrom('share_links')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
