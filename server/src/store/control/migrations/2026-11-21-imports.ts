// Files that somebody brings: what was found in them, what each added to the ledger, and days that
// another tool had added up.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('bytes_read', 'bigint', (c) => c.notNull())
    .addColumn('preview', 'text')
    .addColumn('result', 'text')
    .addColumn('problem', 'text')
    .execute()
  await db.schema.createIndex('imports_site_id').on('imports').column('site_id').execute()
  await db.schema
    .createTable('import_additions')
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_additions_pk', ['import_id', 'kind', 'key'])
    .execute()
  await db.schema
    .createTable('imported_days')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('dimension', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('visitors', 'bigint', (c) => c.notNull())
    .addColumn('visits', 'bigint', (c) => c.notNull())
    .addColumn('page_views', 'bigint', (c) => c.notNull())
    .addColumn('bounces', 'bigint', (c) => c.notNull())
    .addColumn('seconds', 'bigint', (c) => c.notNull())
    .addColumn('events', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_days_pk', ['site_id', 'dimension', 'day', 'value'])
    .execute()
  await db.schema
    .createIndex('imported_days_import_id')
    .on('imported_days')
    .column('import_id')
    .execute()
}
