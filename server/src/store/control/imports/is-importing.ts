import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** Whether something is being taken in to a site, or taken out again, just now. */
export async function isImporting(db: Kysely<Database>, siteId: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('site_id', '=', siteId)
    .where('state', 'in', ['checking', 'running', 'undoing'])
    .executeTakeFirst()
  return row !== undefined
}
