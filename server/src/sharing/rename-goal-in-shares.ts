import type { Kysely } from 'kysely'
import { renameGoalInFilters } from '../reports/saved-views/rename-goal.ts'
import type { Database } from '../store/control/tables.ts'
import { listShareRows, saveShareFilters } from './share-rows.ts'

/** Renames a goal in the filters of a site's share links. */
export async function renameGoalInShares(
  db: Kysely<Database>,
  siteId: string,
  name: { old: string; new: string },
): Promise<void> {
  for (const row of await listShareRows(db, siteId)) {
    const filters = renameGoalInFilters(row.filters, name)
    if (filters !== row.filters) await saveShareFilters(db, { ...row, filters })
  }
}
