// Which pairs of payment systems a site was told report the same money, and does not want to hear of again.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sites')
    .addColumn('dismissed_equal', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
