// Signed-in devices that can be told apart, and second factors.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await nameSessions(db)
  await makeSecondFactors(db)
}

async function nameSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sign_in_sessions')
    .addColumn('id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('sign_in_sessions')
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update sign_in_sessions set id = 'sgn_' || substr(token_hash, 1, 12)`.execute(db)
}

async function makeSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('recovery_hashes', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_ms', 'bigint')
    .execute()
}
