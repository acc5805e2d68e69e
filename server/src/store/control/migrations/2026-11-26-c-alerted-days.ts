// Which differing days of a provider's account were reported, so that each is reported once.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('provider_connections')
    .addColumn('alerted_days', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
