import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** What an import added to the control store. */
export interface Addition {
  /** `payment` is recorded while undoing: one that may have lost its visitor. */
  kind: 'fact' | 'identity' | 'link' | 'counted' | 'primary' | 'payment'
  key: string
}

/** Records what an import adds, in the transaction that adds it. */
export async function noteAdditions(
  db: Kysely<Database>,
  importId: string,
  additions: readonly Addition[],
): Promise<void> {
  if (additions.length === 0) return
  await db
    .insertInto('import_additions')
    .values(additions.map(({ kind, key }) => ({ import_id: importId, kind, key })))
    .onConflict((conflict) => conflict.columns(['import_id', 'kind', 'key']).doNothing())
    .execute()
}

/** How many things of a kind an import added. */
export async function countAdditions(
  db: Kysely<Database>,
  importId: string,
  kind: Addition['kind'],
): Promise<number> {
  const { count } = await db
    .selectFrom('import_additions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The next additions of an import that are still to be removed. */
export async function listAdditions(
  db: Kysely<Database>,
  importId: string,
  kind: Addition['kind'],
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('import_additions')
    .select('key')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .orderBy('key')
    .limit(most)
    .execute()
  return rows.map(({ key }) => key)
}

/** Deletes records of additions that were removed. */
export async function forgetAdditions(
  db: Kysely<Database>,
  importId: string,
  kind: Addition['kind'],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .deleteFrom('import_additions')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .execute()
}
