import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

const tables = ['payments', 'payment_facts', 'webhook_deliveries'] as const

/**
 * The time of a site's latest entry that an erasure may have to remove, milliseconds since 1970 UTC by the clock of
 * then; 0 without any.
 */
export async function latestNotedMs(db: Kysely<Database>, siteId: string): Promise<number> {
  const received = tables.map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>('received_ms').as('ms'))
      .where('site_id', '=', siteId)
      .executeTakeFirst(),
  )
  const claimed = db
    .selectFrom('identities')
    .select(({ fn }) => fn.max<number | null>('first_seen_ms').as('ms'))
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  const found = await Promise.all([...received, claimed])
  return Math.max(0, ...found.map((row) => Number(row?.ms ?? 0)))
}
