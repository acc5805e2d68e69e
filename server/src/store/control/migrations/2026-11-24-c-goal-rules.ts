// Goals that are defined here, and those of them whose past is still to be counted.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('goal_rules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('goal', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('pattern', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('goal_rules_once', ['site_id', 'goal', 'kind', 'pattern'])
    .execute()
  await db.schema
    .createTable('goal_fills')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('goal', 'text', (c) => c.notNull())
    .addColumn('changed_ms', 'bigint', (c) => c.notNull())
    .addColumn('filled_ms', 'bigint', (c) => c.notNull())
    .addColumn('is_changing', 'integer', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('goal_fills_pk', ['site_id', 'goal'])
    .execute()
}
