// Whether everybody needs a second factor, and how each signed-in browser was signed in.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sign_in_sessions')
    .addColumn('way', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('installation_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('changed_ms', 'bigint', (column) => column.notNull())
    .execute()
}
