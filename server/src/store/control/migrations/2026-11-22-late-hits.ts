// Visitors of whom hits came late, until their visits are placed anew; what was noted as joins before goes on as that.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('late_hits')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('visitor_id', 'text', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('is_moving', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('late_hits_pk', ['site_id', 'visitor_id'])
    .execute()
  const dayMs = 86_400_000
  await sql`
    insert into late_hits (site_id, visitor_id, from_ms, to_ms, token, is_moving)
    select site_id, visitor_id, min(to_day) * ${sql.lit(dayMs)}, (max(to_day) + 2) * ${sql.lit(dayMs)}, 'join', 1
    from session_joins
    group by site_id, visitor_id`.execute(db)
  await db.schema.dropTable('session_joins').execute()
}
