// Segments become saved views: of the site or of one person, with more than filters, in an order, one of them the default.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_views')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('filters', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_views_pk', ['site_id', 'account_id', 'id'])
    .execute()
  await sql`
    insert into saved_views (site_id, account_id, id, name, filters, params, is_default, position, created_ms)
    select site_id, '', replace(id, 'seg_', 'view_'), name, filters, '{}', 0, 0, created_ms from segments`.execute(
    db,
  )
  await db.schema.dropTable('segments').execute()
}
