import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../tables.ts'
import type { ErasuresTable } from './erasures-table.ts'

/** That a visitor was erased, and when. */
export interface Erasure {
  siteId: string
  visitorId: string
  /** What happened or was received up to then is erased; a later visit is a new one. */
  erasedMs: number
}

/** Keeps an erasure as work to be done; of two for one visitor the later one counts. */
export async function saveErasure(db: Kysely<Database>, erasure: Erasure): Promise<void> {
  const { siteId, visitorId, erasedMs } = erasure
  await db
    .insertInto('erasures')
    .values({ site_id: siteId, visitor_id: visitorId, erased_ms: erasedMs, applied_ms: null })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'visitor_id'])
        .doUpdateSet({ erased_ms: erasedMs, applied_ms: null })
        .where('erasures.erased_ms', '<', erasedMs),
    )
    .execute()
}

/** Says that everything an erasure is about is gone. */
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

/** Erasures whose work is not done, the oldest first. */
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
  return { siteId: row.site_id, visitorId: row.visitor_id, erasedMs: row.erased_ms }
}
