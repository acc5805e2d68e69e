import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { listGoalSettingRows, replaceGoalSettingRows } from '../goal-setting-rows.ts'

interface NewName {
  old: string
  new: string
}

/** Renames a goal in what another module stores: saved funnels, the filters of saved views and share links. */
export type RenameGoal = (db: Kysely<Database>, siteId: string, name: NewName) => Promise<void>

/**
 * Changes a goal's name wherever it is used: its position and shown name in the dashboard, and what `renames`
 * covers. They would otherwise refer to a goal that no longer exists. Must run in a transaction.
 */
export async function followNewName(
  db: Kysely<Database>,
  renames: readonly RenameGoal[],
  siteId: string,
  name: NewName,
): Promise<void> {
  await followInSettings(db, siteId, name)
  for (const rename of renames) await rename(db, siteId, name)
}

/** If the new name has settings already, those stay. */
async function followInSettings(db: Kysely<Database>, siteId: string, name: NewName) {
  const rows = await listGoalSettingRows(db, siteId)
  if (!rows.some(({ goal }) => goal === name.old)) return
  const isKnown = rows.some(({ goal }) => goal === name.new)
  const followed = isKnown
    ? rows.filter(({ goal }) => goal !== name.old)
    : rows.map((row) => (row.goal === name.old ? { ...row, goal: name.new } : row))
  await replaceGoalSettingRows(db, siteId, followed)
}
