// One person's money counts once: which of two payment systems a site trusts, which payments the other reported
// as well, and those that somebody counts all the same.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sites').addColumn('primary_provider', 'text').execute()
  await db.schema.alterTable('payments').addColumn('duplicate_of', 'text').execute()
  await db.schema.alterTable('payments').addColumn('duplicate_by', 'text').execute()
  await db.schema
    .alterTable('payments')
    .addColumn('counted_by_hand', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('payments')
    .addColumn('duplicates_due', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('payments_money')
    .on('payments')
    .columns(['site_id', 'currency', 'amount_minor', 'paid_at_ms'])
    .execute()
  await sql`create index payments_duplicate_of on payments (duplicate_of)
    where duplicate_of is not null`.execute(db)
  await sql`create index payments_duplicates_due on payments (id) where duplicates_due = 1`.execute(
    db,
  )
}
