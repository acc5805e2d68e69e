// Where payment providers send their webhooks, and what they sent: archived, so that it can be played again.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('keys', 'text', (c) => c.notNull())
    .addColumn('old_secret_until_ms', 'bigint')
    .addColumn('is_test', 'integer', (c) => c.notNull())
    .addColumn('tolerance_seconds', 'integer')
    .addColumn('retention_days', 'integer', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('removed_ms', 'bigint')
    .addColumn('rejected_count', 'integer', (c) => c.notNull())
    .addColumn('rejected_ms', 'bigint')
    .addColumn('rejected_reason', 'text')
    .execute()
  await db.schema
    .createIndex('webhook_endpoints_site')
    .on('webhook_endpoints')
    .columns(['site_id', 'created_ms'])
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('endpoint_id', 'text', (c) => c.notNull())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('delivery_key', 'text', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('event_type', 'text', (c) => c.notNull())
    .addColumn('content', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('retry_at_ms', 'bigint')
    .addColumn('payment_id', 'text')
    .addUniqueConstraint('webhook_deliveries_key', ['endpoint_id', 'delivery_key'])
    .execute()
  const indexes = {
    webhook_deliveries_latest: ['endpoint_id', 'received_ms'],
    webhook_deliveries_retry: ['retry_at_ms'],
    webhook_deliveries_site: ['site_id', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('webhook_deliveries').columns(columns).execute()
  }
}
