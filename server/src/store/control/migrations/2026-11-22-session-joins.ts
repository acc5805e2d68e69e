// Stored sessions that a late hit showed to be one, until their events are rewritten.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session_joins')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('visitor_id', 'text', (c) => c.notNull())
    .addColumn('from_session', 'text', (c) => c.notNull())
    .addColumn('to_session', 'text', (c) => c.notNull())
    .addColumn('to_day', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_joins_pk', ['site_id', 'visitor_id', 'from_session'])
    .execute()
}
