// A payment that the events engine refuses is set aside, with why and until when.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column a statement.
  await db.schema
    .alterTable('payment_outbox')
    .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('payment_outbox').addColumn('retry_at_ms', 'bigint').execute()
  await db.schema.alterTable('payment_outbox').addColumn('reason', 'text').execute()
}
