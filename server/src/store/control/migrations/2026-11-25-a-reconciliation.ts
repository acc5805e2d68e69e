// What providers' accounts book for each payment, and what people decided about differences from the recorded payments.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_movements')
    .addColumn('connection_id', 'text', (c) => c.notNull())
    .addColumn('movement_id', 'text', (c) => c.notNull())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payment_ref', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('recorded_by_ms', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('gross_minor', 'bigint', (c) => c.notNull())
    .addColumn('fee_currency', 'text', (c) => c.notNull())
    .addColumn('fee_minor', 'bigint', (c) => c.notNull())
    .addColumn('booked_minor', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_movements_identity', ['connection_id', 'movement_id'])
    .execute()
  for (const columns of [
    ['connection_id', 'at_ms'],
    ['connection_id', 'payment_ref'],
    ['site_id'],
  ]) {
    await db.schema
      .createIndex(`provider_movements_${columns.join('_')}`)
      .on('provider_movements')
      .columns(columns)
      .execute()
  }
  await db.schema
    .createTable('reconciliation_decisions')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('item_id', 'text', (c) => c.notNull())
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text', (c) => c.notNull())
    .addColumn('decided_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('reconciliation_decisions_identity', ['site_id', 'item_id'])
    .execute()
  for (const column of ['statement_until_ms', 'compared_ms'] as const) {
    await db.schema.alterTable('provider_connections').addColumn(column, 'bigint').execute()
  }
  await db.schema
    .alterTable('provider_connections')
    .addColumn('differing_days', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
