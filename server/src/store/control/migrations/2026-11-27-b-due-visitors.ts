// Finds the payments of a visitor whose linking is due or under way.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_due_visitor
    on payments (site_id, coalesce(given_visitor_id, reference_visitor_id))
    where relink_at_ms is not null`.execute(db)
}
