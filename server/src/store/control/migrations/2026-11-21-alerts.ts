// What a site is watched for, who hears of it, and what became of the webhooks that say so.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_settings')
    .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
    .addColumn('watched', 'text', (c) => c.notNull())
    .addColumn('sensitivity', 'text', (c) => c.notNull())
    .addColumn('minimum_visitors', 'bigint', (c) => c.notNull())
    .addColumn('minimum_revenue_minor', 'bigint', (c) => c.notNull())
    .addColumn('quiet_hours', 'integer', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('account_ids', 'text', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('alert_states')
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_states_pk', ['site_id', 'kind'])
    .execute()
  await db.schema
    .createTable('alert_hooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('keys', 'text', (c) => c.notNull())
    .addColumn('old_secret_until_ms', 'bigint')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('alert_hooks_site').on('alert_hooks').column('site_id').execute()
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hook_id', 'text', (c) =>
      c.notNull().references('alert_hooks.id').onDelete('cascade'),
    )
    .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
    .addColumn('alert_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('retry_at_ms', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('done_ms', 'bigint')
    .addUniqueConstraint('alert_deliveries_once', ['hook_id', 'alert_id'])
    .execute()
  const indexes = {
    alert_deliveries_due: ['retry_at_ms'],
    alert_deliveries_site: ['site_id', 'created_ms'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('alert_deliveries').columns(columns).execute()
  }
}
