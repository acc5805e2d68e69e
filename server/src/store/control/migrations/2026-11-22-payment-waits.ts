// What could still improve a payment's link: an event of a visitor, of a session or of a stretch of time.
// Every payment that is not linked for certain is tried once more, now that late events are noticed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_waits')
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('until_ms', 'bigint', (c) => c.notNull())
    .addColumn('expires_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_waits_pk', ['payment_id', 'kind', 'value'])
    .execute()
  await db.schema
    .createIndex('payment_waits_expires_ms')
    .on('payment_waits')
    .column('expires_ms')
    .execute()
  await sql`
    update payments set relink_at_ms = 1
    where link_method = 'none' and erased_ms is null
      and (relink_at_ms is null or relink_at_ms > 1)`.execute(db)
}
