// Cookieless visitors are told apart by a keyed hash; its keys last two days and are then destroyed.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('salts')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('salt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('salts_identity', ['site_id', 'day'])
    .execute()
}
