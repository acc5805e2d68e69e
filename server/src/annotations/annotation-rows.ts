import type { Kysely, Selectable } from 'kysely'
import type { AnnotationsTable } from '../store/control/tables/annotations-table.ts'
import type { Database } from '../store/control/tables.ts'

export type AnnotationRow = Selectable<AnnotationsTable>

/** More than anybody reads on a chart, few enough to be read at once. */
export const mostAnnotations = 2000

/** All notes of a site, unsorted: days and moments can only be compared in its zone. */
export async function listAnnotationRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<AnnotationRow[]> {
  return db
    .selectFrom('annotations')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('id')
    .limit(mostAnnotations)
    .execute()
}

/** How many other annotations a site has. */
export async function countOtherAnnotations(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('annotations')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a note, replacing one with the same id. */
export async function saveAnnotation(db: Kysely<Database>, row: AnnotationRow): Promise<void> {
  const { site_id: _, id: _id, created_ms: _created, ...changes } = row
  await db
    .insertInto('annotations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['site_id', 'id']).doUpdateSet(changes))
    .execute()
}

/** Returns the deleted note; undefined if the site had none with that id. */
export async function deleteAnnotation(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<AnnotationRow | undefined> {
  return db
    .deleteFrom('annotations')
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .returningAll()
    .executeTakeFirst()
}
