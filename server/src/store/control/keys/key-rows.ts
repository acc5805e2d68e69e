import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

const name = 'roots'

/** The sealed roots; undefined while the secret is the first one. */
export async function findSealedRoots(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation_keys')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sealed
}

/** Replaces the sealed roots by newly sealed ones. */
export async function keepSealedRoots(
  db: Kysely<Database>,
  { sealed, nowMs }: { sealed: string; nowMs: number },
): Promise<void> {
  await db
    .insertInto('installation_keys')
    .values({ name, sealed, changed_ms: nowMs })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed, changed_ms: nowMs }))
    .execute()
}
