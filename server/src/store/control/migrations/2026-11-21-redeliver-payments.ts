// Reports divide money by product, customer and plan: the engine's copy of older payments lacks them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into payment_outbox (payment_id, revision)
    select id, revision from payments
    where id not in (select payment_id from payment_outbox)`.execute(db)
}
