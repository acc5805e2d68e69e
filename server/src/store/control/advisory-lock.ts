import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/** Arbitrary numbers that must never change: every process requests a lock by its number. */
const locks = { migrations: 7_236_482_611, alone: 7_236_482_612 }

/** Waits for a lock of Postgres's and holds it until the transaction of `handle` ends, or its connection. */
export async function takeLock(handle: Kysely<Database>, name: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(locks[name])})`.execute(handle)
}
