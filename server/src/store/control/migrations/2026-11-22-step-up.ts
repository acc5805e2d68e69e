// When the person of a session last proved that it is really them.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sign_in_sessions')
    .addColumn('proved_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
