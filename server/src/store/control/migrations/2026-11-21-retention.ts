// How long a site keeps its events.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sites').addColumn('retention_days', 'integer').execute()
}
