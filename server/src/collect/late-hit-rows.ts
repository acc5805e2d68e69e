import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/control/tables.ts'

/** A hit that came after later ones of its visitor. */
export interface LateHit {
  siteId: string
  visitorId: string
  timestampMs: number
}

/** A visitor whose visits are to be placed anew around some moments. */
export interface LateVisitor {
  siteId: string
  visitorId: string
  fromMs: number
  toMs: number
  token: string
  /** Stored hits may have been moved already. */
  isMoving: boolean
}

/** Notes late hits, one row for each visitor. */
export async function saveLateHits(db: Kysely<Database>, hits: readonly LateHit[]): Promise<void> {
  const token = randomUUID()
  const byVisitor = Map.groupBy(hits, (hit) => JSON.stringify([hit.siteId, hit.visitorId]))
  for (const ofVisitor of byVisitor.values()) {
    const times = ofVisitor.map(({ timestampMs }) => timestampMs)
    const [from, to] = [Math.min(...times), Math.max(...times)]
    const ids = { site_id: ofVisitor[0]?.siteId ?? '', visitor_id: ofVisitor[0]?.visitorId ?? '' }
    await db
      .insertInto('late_hits')
      .values({ ...ids, from_ms: from, to_ms: to, token, is_moving: 0 })
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'visitor_id']).doUpdateSet({
          from_ms: sql`case when late_hits.from_ms < ${from} then late_hits.from_ms else ${from} end`,
          to_ms: sql`case when late_hits.to_ms > ${to} then late_hits.to_ms else ${to} end`,
          token,
        }),
      )
      .execute()
  }
}

/** Visitors whose visits are still to be placed anew, at most `limit`. */
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

/** Remembers that hits of these visitors are about to be moved. */
export async function markMoving(
  db: Kysely<Database>,
  visitors: readonly LateVisitor[],
): Promise<void> {
  for (const { siteId, visitorId } of visitors) {
    await db
      .updateTable('late_hits')
      .set({ is_moving: 1 })
      .where('site_id', '=', siteId)
      .where('visitor_id', '=', visitorId)
      .execute()
  }
}

/** Forgets visitors whose visits are in order, unless another late hit was noted meanwhile. */
export async function deleteLateVisitors(
  db: Kysely<Database>,
  visitors: readonly LateVisitor[],
): Promise<void> {
  for (const { siteId, visitorId, token } of visitors) {
    await db
      .deleteFrom('late_hits')
      .where('site_id', '=', siteId)
      .where('visitor_id', '=', visitorId)
      .where('token', '=', token)
      .execute()
  }
}
