// What browsers sent of each site today, for all nodes and across restarts, and the language of people's e-mails.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_budget_days')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('hits', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('spent_ms', 'bigint')
    .addPrimaryKeyConstraint('site_budget_days_pk', ['day', 'site_id'])
    .execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('language', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
