// Which accounts' addresses nobody has proved, and which invitations were sent by e-mail.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .renameColumn('email_changed_ms', 'email_unproved_ms')
    .execute()
  // How existing accounts came by their address was not written down, so none counts as proved.
  await sql`update accounts set email_unproved_ms = created_ms where email_unproved_ms is null`.execute(
    db,
  )
  await db.schema
    .alterTable('invitations')
    .addColumn('is_mailed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
