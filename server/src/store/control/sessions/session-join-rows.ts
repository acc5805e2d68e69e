import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** Two stored sessions of a visitor that are one: `fromSession` becomes part of `toSession`. */
export interface SessionJoin {
  siteId: string
  visitorId: string
  fromSession: string
  toSession: string
  /** The UTC day on which `toSession` began, in days since 1970. */
  toDay: number
}

/** Notes joins that are to be done; a session that was joined before now becomes part of another. */
export async function saveSessionJoins(
  db: Kysely<Database>,
  joins: readonly SessionJoin[],
): Promise<void> {
  for (const join of joins) {
    await db
      .insertInto('session_joins')
      .values({
        ...{ site_id: join.siteId, visitor_id: join.visitorId, from_session: join.fromSession },
        ...{ to_session: join.toSession, to_day: join.toDay },
      })
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'visitor_id', 'from_session'])
          .doUpdateSet({ to_session: join.toSession, to_day: join.toDay }),
      )
      .execute()
  }
}

/** Joins that are still to be done, at most `limit`. */
export async function listSessionJoins(
  db: Kysely<Database>,
  limit: number,
): Promise<SessionJoin[]> {
  const rows = await db
    .selectFrom('session_joins')
    .selectAll()
    .orderBy('site_id')
    .orderBy('visitor_id')
    .orderBy('from_session')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ siteId: row.site_id, visitorId: row.visitor_id, fromSession: row.from_session },
    ...{ toSession: row.to_session, toDay: row.to_day },
  }))
}

/** Forgets joins that are done, unless they were noted anew meanwhile. */
export async function deleteSessionJoins(
  db: Kysely<Database>,
  joins: readonly SessionJoin[],
): Promise<void> {
  for (const join of joins) {
    await db
      .deleteFrom('session_joins')
      .where('site_id', '=', join.siteId)
      .where('visitor_id', '=', join.visitorId)
      .where('from_session', '=', join.fromSession)
      .where('to_session', '=', join.toSession)
      .execute()
  }
}
