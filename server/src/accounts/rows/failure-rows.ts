import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** Wrong guesses in a row. */
export interface FailureRow {
  /** How many, at least 1. */
  count: number
  lastMs: number
}

export async function findFailures(
  db: Kysely<Database>,
  subject: string,
): Promise<FailureRow | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && { count: row.count, lastMs: row.last_ms }
}

/** Replaces one by another; false if a simultaneous request was first. */
export async function replaceFailures(
  db: Kysely<Database>,
  subject: string,
  { known, next }: { known: FailureRow | undefined; next: FailureRow },
): Promise<boolean> {
  if (known === undefined) {
    const added = await db
      .insertInto('sign_in_failures')
      .values({ subject, count: next.count, last_ms: next.lastMs })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows === 1n
  }
  const changed = await db
    .updateTable('sign_in_failures')
    .set({ count: next.count, last_ms: next.lastMs })
    .where('subject', '=', subject)
    .where('count', '=', known.count)
    .where('last_ms', '=', known.lastMs)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function deleteFailures(db: Kysely<Database>, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute()
}

/** Deletes failures that no longer count. */
export async function deleteFailuresBefore(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_ms', '<=', beforeMs).execute()
}
