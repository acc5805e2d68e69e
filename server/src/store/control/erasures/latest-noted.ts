import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

const tables = ['payments', 'payment_facts', 'webhook_deliveries'] as const

/**
 * The time of a site's latest entry that an erasure may have to remove, milliseconds since 1970 UTC, if a clock that
 * ran ahead put it after `nowMs`; otherwise `nowMs`. Careful: with the plain column of the site, SQLite reads all
 * entries of the site.
 */
export async function latestNotedMs(
  db: Kysely<Database>,
  siteId: string,
  nowMs: number,
): Promise<number> {
  const ofSite = sql<string>`site_id || ''`
  const received = tables.map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>('received_ms').as('ms'))
      .where('received_ms', '>', nowMs)
      .where(ofSite, '=', siteId)
      .executeTakeFirst(),
  )
  const claimed = db
    .selectFrom('identities')
    .select(({ fn }) => fn.max<number | null>('first_seen_ms').as('ms'))
    .where('first_seen_ms', '>', nowMs)
    .where(ofSite, '=', siteId)
    .executeTakeFirst()
  const found = await Promise.all([...received, claimed])
  return Math.max(nowMs, ...found.map((row) => Number(row?.ms ?? 0)))
}
