// Links by which people without an account see parts of a site.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('site_id', 'text', (column) => column.notNull().references('sites.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('panels', 'text', (column) => column.notNull())
    .addColumn('shows_money', 'integer', (column) => column.notNull())
    .addColumn('filters', 'text', (column) => column.notNull())
    .addColumn('allows_embed', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint')
    .execute()
  await db.schema.createIndex('share_links_by_site').on('share_links').column('site_id').execute()
}
