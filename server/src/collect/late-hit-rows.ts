import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { chunksOf, rowsAtOnce } from '../store/control/chunks.ts'
import { command } from '../store/control/command.ts'
import type { Database } from '../store/control/tables.ts'

/** A hit that arrived after later ones of its visitor. */
export interface LateHit {
  siteId: string
  visitorId: string
  timestampMs: number
}

/** A visitor whose visits around some moments are to be rebuilt. */
export interface LateVisitor {
  siteId: string
  visitorId: string
  fromMs: number
  toMs: number
  token: string
  /** Stored hits may have been moved already. */
  isMoving: boolean
}

/**
 * Records late hits, one row for each visitor. A transaction, because Postgres refuses one of two statements that
 * wait for rows of each other, and only a transaction is retried.
 */
export const noteLateHits = command('note-late-hits', saveLateHits)

async function saveLateHits(db: Kysely<Database>, hits: readonly LateHit[]): Promise<void> {
  const token = randomUUID()
  const byVisitor = Map.groupBy(hits, (hit) => JSON.stringify([hit.siteId, hit.visitorId]))
  // In a fixed order, so that batches of the same visitors wait for each other instead of being retried.
  const ordered = [...byVisitor].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = ordered.map(([, ofVisitor]) => {
    const times = ofVisitor.map(({ timestampMs }) => timestampMs)
    return {
      ...{ site_id: ofVisitor[0]?.siteId ?? '', visitor_id: ofVisitor[0]?.visitorId ?? '' },
      ...{ from_ms: Math.min(...times), to_ms: Math.max(...times), token, is_moving: 0 },
    }
  })
  for (const some of chunksOf(rows, rowsAtOnce)) {
    await db
      .insertInto('late_hits')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'visitor_id']).doUpdateSet({
          from_ms: sql`case when late_hits.from_ms < excluded.from_ms then late_hits.from_ms else excluded.from_ms end`,
          to_ms: sql`case when late_hits.to_ms > excluded.to_ms then late_hits.to_ms else excluded.to_ms end`,
          token,
        }),
      )
      .execute()
  }
}

/** Visitors whose visits are still to be rebuilt, at most `limit`. */
export async function listLateVisitors(
  db: Kysely<Database>,
  limit: number,
): Promise<LateVisitor[]> {
  const rows = await db
    .selectFrom('late_hits')
    .selectAll()
    .orderBy('site_id')
    .orderBy('visitor_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ siteId: row.site_id, visitorId: row.visitor_id, fromMs: Number(row.from_ms) },
    ...{ toMs: Number(row.to_ms), token: row.token, isMoving: row.is_moving === 1 },
  }))
}

/** Records that hits of these visitors are about to be moved. */
export async function markMoving(
  db: Kysely<Database>,
  visitors: readonly LateVisitor[],
): Promise<void> {
  if (visitors.length === 0) return
  await db
    .updateTable('late_hits')
    .set({ is_moving: 1 })
    .where(({ or, and }) =>
      or(visitors.map(({ siteId, visitorId }) => and({ site_id: siteId, visitor_id: visitorId }))),
    )
    .execute()
}

/** Removes visitors whose visits were rebuilt, unless another late hit was recorded meanwhile. */
export async function deleteLateVisitors(
  db: Kysely<Database>,
  visitors: readonly LateVisitor[],
): Promise<void> {
  if (visitors.length === 0) return
  await db
    .deleteFrom('late_hits')
    .where(({ or, and }) =>
      or(
        visitors.map(({ siteId, visitorId, token }) =>
          and({ site_id: siteId, visitor_id: visitorId, token }),
        ),
      ),
    )
    .execute()
}
