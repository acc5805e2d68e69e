import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** A goal whose stored events are to be updated to its rules. */
export interface GoalFill {
  siteId: string
  goal: string
  changedMs: number
  /** When the last complete run began; 0 for none since the change. */
  filledMs: number
  /** Whether events may have been changed whose sessions have not been rebuilt yet. */
  isChanging: boolean
  token: string
}

/** Requests that the events of these goals are checked again. */
export async function requestGoalFills(
  db: Kysely<Database>,
  siteId: string,
  { goals, nowMs }: { goals: Iterable<string>; nowMs: number },
): Promise<void> {
  for (const goal of new Set(goals)) {
    const asked = { changed_ms: Math.floor(nowMs), filled_ms: 0, token: randomUUID() }
    await db
      .insertInto('goal_fills')
      .values({ site_id: siteId, goal, is_changing: 0, ...asked })
      .onConflict((conflict) => conflict.columns(['site_id', 'goal']).doUpdateSet(asked))
      .execute()
  }
}

const mostFills = 1000

/** All pending fills, of one site or of all, the oldest request first. */
export async function listGoalFills(db: Kysely<Database>, siteId?: string): Promise<GoalFill[]> {
  let query = db.selectFrom('goal_fills').selectAll()
  if (siteId !== undefined) query = query.where('site_id', '=', siteId)
  const rows = await query.orderBy('changed_ms').orderBy('goal').limit(mostFills).execute()
  return rows.map((row) => ({
    siteId: row.site_id,
    goal: row.goal,
    changedMs: Number(row.changed_ms),
    filledMs: Number(row.filled_ms),
    isChanging: row.is_changing === 1,
    token: row.token,
  }))
}

/** Records that events are about to be changed. */
export async function markChanging(db: Kysely<Database>, fill: GoalFill): Promise<void> {
  const { siteId, goal } = fill
  await db
    .updateTable('goal_fills')
    .set({ is_changing: 1 })
    .where('site_id', '=', siteId)
    .where('goal', '=', goal)
    .execute()
}

/** Records a complete run, unless another change was recorded since it began. */
export async function markFilled(
  db: Kysely<Database>,
  { siteId, goal, token }: GoalFill,
  filledMs: number,
): Promise<void> {
  await db
    .updateTable('goal_fills')
    .set({ filled_ms: Math.floor(filledMs), is_changing: 0 })
    .where('site_id', '=', siteId)
    .where('goal', '=', goal)
    .where('token', '=', token)
    .execute()
}

/** Removes finished fills, unless another change was recorded meanwhile. */
export async function deleteGoalFill(
  db: Kysely<Database>,
  { siteId, goal, token }: GoalFill,
): Promise<void> {
  await db
    .deleteFrom('goal_fills')
    .where('site_id', '=', siteId)
    .where('goal', '=', goal)
    .where('token', '=', token)
    .execute()
}
