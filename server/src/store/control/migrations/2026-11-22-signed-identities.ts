// Browsers' identify calls can be signed by the site's server, and a site can require that.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sites')
    .addColumn('require_signed_identify', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('sites')
    .addColumn('identity_key_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
}
