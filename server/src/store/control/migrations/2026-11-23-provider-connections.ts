// Accounts at payment providers that are read with a key, and how far each has been read.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_connections')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('keys', 'text', (c) => c.notNull())
    .addColumn('key_hint', 'text', (c) => c.notNull())
    .addColumn('key_set_ms', 'bigint', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('cursor', 'text', (c) => c.notNull())
    .addColumn('progress', 'integer', (c) => c.notNull())
    .addColumn('objects', 'bigint', (c) => c.notNull())
    .addColumn('skipped', 'bigint', (c) => c.notNull())
    .addColumn('last_skipped', 'text')
    .addColumn('synced_ms', 'bigint')
    .addColumn('due_ms', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('error_detail', 'text')
    .addColumn('error_since_ms', 'bigint')
    .addUniqueConstraint('provider_connections_site', ['site_id', 'provider'])
    .execute()
  await db.schema
    .createIndex('provider_connections_due')
    .on('provider_connections')
    .columns(['due_ms'])
    .execute()
}
