// Money of several currencies adds up in the site's own: daily reference rates, and the one that each
// payment is reported at. Every payment is copied to the reports once more, now with its conversion.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exchange_rates')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('per_eur', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('exchange_rates_identity', ['currency', 'day'])
    .execute()
  await db.schema
    .createTable('payment_rates')
    .addColumn('payment_id', 'text', (c) => c.primaryKey())
    .addColumn('from_currency', 'text', (c) => c.notNull())
    .addColumn('to_currency', 'text', (c) => c.notNull())
    .addColumn('paid_day', 'text', (c) => c.notNull())
    .addColumn('rate_day', 'text', (c) => c.notNull())
    .addColumn('from_per_eur', 'text', (c) => c.notNull())
    .addColumn('to_per_eur', 'text', (c) => c.notNull())
    .execute()
  await sql`
    insert into payment_outbox (payment_id, revision)
    select id, revision from payments where true
    on conflict (payment_id) do nothing`.execute(db)
}
