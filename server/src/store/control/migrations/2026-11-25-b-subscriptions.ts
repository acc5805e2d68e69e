// What providers say about subscriptions, and the history that it amounts to.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscription_facts')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('fact_key', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('customer_id', 'text')
    .addColumn('stated', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('subscription_facts_identity', ['site_id', 'fact_key'])
    .execute()
  await db.schema
    .createIndex('subscription_facts_subscription')
    .on('subscription_facts')
    .columns(['site_id', 'provider', 'subscription_id'])
    .execute()
  await db.schema
    .createTable('subscriptions')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('subscription_id', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text')
    .addColumn('history', 'text')
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('subscriptions_identity', ['site_id', 'provider', 'subscription_id'])
    .execute()
}
