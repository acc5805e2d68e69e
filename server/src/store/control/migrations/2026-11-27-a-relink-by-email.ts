// Payments that were linked in the same moment as another of their customer could miss that one's visitor. Each
// that has an e-mail address and no surer link is tried once more.
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update payments set relink_at_ms = 1
    where email_hash is not null and link_method in ('none', 'time', 'email') and erased_ms is null
      and (relink_at_ms is null or relink_at_ms > 1)`.execute(db)
}
