// Texts that may name a visitor stand apart from ids that do, and each payment's row says which version
// of the rules made it of the facts, so that older ones are worked out again after an upgrade.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('reference_visitor_id', 'text').execute()
  await db.schema
    .alterTable('payments')
    .addColumn('fold_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('payments_fold_version')
    .on('payments')
    .columns(['fold_version', 'id'])
    .execute()
}
