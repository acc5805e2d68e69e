// What a site does not count: visitors from some addresses, and some of its pages.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['excluded_addresses', 'excluded_paths']) {
    await db.schema
      .alterTable('sites')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  }
}
