// E-mails on their way, so that a mail server that is away loses none and several nodes send each once.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.references('sites.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('once_key', 'text', (c) => c.notNull().unique())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('content', 'text')
    .addColumn('is_once', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('retry_at_ms', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('done_ms', 'bigint')
    .execute()
  await db.schema.createIndex('mails_due').on('mails').column('retry_at_ms').execute()
  await db.schema.createIndex('mails_site').on('mails').columns(['site_id', 'created_ms']).execute()
}
