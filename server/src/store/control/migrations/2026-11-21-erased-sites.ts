// Sites whose data was erased as a whole, or that were deleted, stand in the list of erasures, too.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('erasures').addColumn('whole', 'text').execute()
}
