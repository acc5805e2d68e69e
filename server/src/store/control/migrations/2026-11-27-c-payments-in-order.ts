// Finds a site's payments in the order of their ids, page by page, and payments by an id that any provider gave them.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('payments_site_id_id')
    .on('payments')
    .columns(['site_id', 'id'])
    .execute()
  await db.schema
    .createIndex('payment_aliases_site_id_alias')
    .on('payment_aliases')
    .columns(['site_id', 'alias'])
    .execute()
}
