import type { Kysely, Selectable } from 'kysely'
import type { ErasuresTable } from '../tables/erasures-table.ts'
import type { Database } from '../tables.ts'

/** The erasure of a visitor, or of a site as a whole, and its time. */
export interface Erasure {
  siteId: string
  /** `''` for the whole site. */
  visitorId: string
  /** Everything that happened or was received up to then is erased; a later visit is a new one. */
  erasedMs: number
  /** For a whole site: whether it continues, empty, or is deleted. */
  whole?: 'reset' | 'delete'
}

export type SiteErasure = Erasure & Required<Pick<Erasure, 'whole'>>

export function isOfSite(erasure: Erasure): erasure is SiteErasure {
  return erasure.whole !== undefined
}

/** Stores an erasure as pending work; of two for one visitor the later one counts. */
export async function saveErasure(db: Kysely<Database>, erasure: Erasure): Promise<void> {
  const { siteId, visitorId, erasedMs, whole = null } = erasure
  const row = { erased_ms: erasedMs, applied_ms: null, whole }
  await db
    .insertInto('erasures')
    .values({ site_id: siteId, visitor_id: visitorId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'visitor_id'])
        .doUpdateSet(row)
        .where('erasures.erased_ms', '<', erasedMs),
    )
    .execute()
}

/** Marks an erasure as complete. */
export async function confirmErasure(
  db: Kysely<Database>,
  { siteId, visitorId, erasedMs }: Erasure,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ applied_ms: nowMs })
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', visitorId)
    .where('erased_ms', '=', erasedMs)
    .execute()
}

/** Every erasure since a moment, the oldest first. */
export async function listErasures(db: Kysely<Database>, sinceMs: number): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .selectAll()
    .where('erased_ms', '>=', sinceMs)
    .orderBy('erased_ms')
    .orderBy('site_id')
    .orderBy('visitor_id')
    .execute()
  return rows.map(toErasure)
}

/** Pending erasures, the oldest first. */
export async function listUnfinishedErasures(db: Kysely<Database>): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .selectAll()
    .where('applied_ms', 'is', null)
    .orderBy('erased_ms')
    .orderBy('site_id')
    .orderBy('visitor_id')
    .execute()
  return rows.map(toErasure)
}

function toErasure(row: Selectable<ErasuresTable>): Erasure {
  const past = { siteId: row.site_id, visitorId: row.visitor_id, erasedMs: row.erased_ms }
  return row.whole === 'reset' || row.whole === 'delete' ? { ...past, whole: row.whole } : past
}

/** The latest erasure of a site as a whole. */
export async function findSiteErasure(
  db: Kysely<Database>,
  siteId: string,
): Promise<{ erasedMs: number; isDone: boolean } | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select(['erased_ms', 'applied_ms'])
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', '')
    .executeTakeFirst()
  return row && { erasedMs: row.erased_ms, isDone: row.applied_ms !== null }
}
