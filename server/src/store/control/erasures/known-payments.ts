import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

const askedAtOnce = 1000

/** Which of many payments a site's ledger has. */
export async function findPaymentIds(
  db: Kysely<Database>,
  siteId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < ids.length; start += askedAtOnce) {
    const rows = await db
      .selectFrom('payments')
      .select('id')
      .where('site_id', '=', siteId)
      .where('id', 'in', ids.slice(start, start + askedAtOnce))
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}
