// What payments cost: the provider's fees by movement of its balance, and the tax in refunds. The engine's copy
// of older payments lacks tax, so all are copied again.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('fees', 'text').execute()
  await db.schema.alterTable('refunds').addColumn('tax_minor', 'bigint').execute()
  await sql`
    insert into payment_outbox (payment_id, revision)
    select id, revision from payments
    where id not in (select payment_id from payment_outbox)`.execute(db)
}
