import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../tables.ts'
import type { SegmentsTable } from './segments-table.ts'

export type SegmentRow = Selectable<SegmentsTable>

/** More than anybody keeps apart by name. */
export const mostSegments = 100

/** A site's segments by name. */
export async function listSegmentRows(db: Kysely<Database>, siteId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('name')
    .orderBy('id')
    .limit(mostSegments)
    .execute()
}

export async function insertSegment(db: Kysely<Database>, row: SegmentRow): Promise<void> {
  await db.insertInto('segments').values(row).execute()
}

/** Whether the site had a segment of that id. */
export async function deleteSegment(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('segments')
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
