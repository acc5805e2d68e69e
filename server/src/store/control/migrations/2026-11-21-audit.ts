// What people, keys and commands did. Sites and accounts are named without a reference: the log outlives both.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('site_id', 'text')
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('object_name', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_entries_by_time')
    .on('audit_entries')
    .columns(['at_ms', 'id'])
    .execute()
  await db.schema
    .createIndex('audit_entries_by_site')
    .on('audit_entries')
    .columns(['site_id', 'at_ms', 'id'])
    .execute()
}
