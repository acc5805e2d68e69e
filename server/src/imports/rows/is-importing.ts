import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** Whether an import into a site, or its undoing, is running. */
export async function isImporting(db: Kysely<Database>, siteId: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('site_id', '=', siteId)
    .where('state', 'in', ['checking', 'running', 'undoing'])
    .executeTakeFirst()
  return row !== undefined
}
