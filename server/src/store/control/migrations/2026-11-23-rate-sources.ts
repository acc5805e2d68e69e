// Exchange rates are fetched without being asked for: what is known of each source, for all nodes and across
// restarts. Rates that came with the program are read from the program now.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exchange_rate_sources')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('covered_from', 'text', (c) => c.notNull())
    .addColumn('last_day', 'text', (c) => c.notNull())
    .addColumn('recheck_from', 'text', (c) => c.notNull())
    .addColumn('fetched_ms', 'bigint')
    .addColumn('next_ms', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('error_kind', 'text', (c) => c.notNull())
    .addColumn('error_detail', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_rates_days')
    .on('payment_rates')
    .columns(['paid_day'])
    .execute()
  const typed = db as Kysely<{ exchange_rates: { source: string } }>
  await typed.deleteFrom('exchange_rates').where('source', '=', 'snapshot').execute()
}
