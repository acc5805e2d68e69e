// Which node has the file of an import that is being sent.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('node', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
