// Who was erased and when, so that nothing brings them back; and which payments stand without their person.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('visitor_id', 'text', (c) => c.notNull())
    .addColumn('erased_ms', 'bigint', (c) => c.notNull())
    .addColumn('applied_ms', 'bigint')
    .addPrimaryKeyConstraint('erasures_identity', ['site_id', 'visitor_id'])
    .execute()
  await db.schema.createIndex('erasures_erased_ms').on('erasures').column('erased_ms').execute()
  await db.schema.alterTable('payments').addColumn('erased_ms', 'bigint').execute()
}
