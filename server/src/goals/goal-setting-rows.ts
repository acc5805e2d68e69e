import type { Kysely, Selectable } from 'kysely'
import type { GoalSettingsTable } from '../store/control/tables/goal-settings-table.ts'
import type { Database } from '../store/control/tables.ts'

export type GoalSettingRow = Omit<Selectable<GoalSettingsTable>, 'site_id'>

const mostRows = 1000

/** A site's settings of goals in their order. */
export async function listGoalSettingRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<GoalSettingRow[]> {
  return db
    .selectFrom('goal_settings')
    .select(['goal', 'name', 'shown', 'place'])
    .where('site_id', '=', siteId)
    .orderBy('place')
    .orderBy('goal')
    .limit(mostRows)
    .execute()
}

/** Replaces all settings of a site; must run in a transaction. */
export async function replaceGoalSettingRows(
  db: Kysely<Database>,
  siteId: string,
  rows: readonly GoalSettingRow[],
): Promise<void> {
  await db.deleteFrom('goal_settings').where('site_id', '=', siteId).execute()
  if (rows.length === 0) return
  await db
    .insertInto('goal_settings')
    .values(rows.map((row) => ({ ...row, site_id: siteId })))
    .execute()
}
