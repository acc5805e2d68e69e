import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

type Table = keyof Database

interface SiteTable {
  table: Table
  /** How its rows name the site: themselves, or through a row of another table. */
  by?: { column: string; parent: Table }
  /** Whether it holds what a site collected, which a reset removes, or how it is set up. */
  holds: 'data' | 'settings'
}

const ofPayment = { column: 'payment_id', parent: 'payments' } as const

/** Every table with rows of a site, children before the rows that they name. */
export const siteTables: readonly SiteTable[] = [
  { table: 'payment_outbox', by: ofPayment, holds: 'data' },
  { table: 'payment_rates', by: ofPayment, holds: 'data' },
  { table: 'payment_history', by: ofPayment, holds: 'data' },
  { table: 'refunds', by: ofPayment, holds: 'data' },
  { table: 'payment_facts', holds: 'data' },
  { table: 'payment_merges', holds: 'data' },
  { table: 'payment_aliases', holds: 'data' },
  { table: 'payments', holds: 'data' },
  { table: 'identities', holds: 'data' },
  { table: 'salts', holds: 'data' },
  { table: 'idempotency_keys', holds: 'data' },
  { table: 'annotations', holds: 'data' },
  { table: 'ad_spend', holds: 'data' },
  { table: 'import_additions', by: { column: 'import_id', parent: 'imports' }, holds: 'data' },
  { table: 'imported_days', holds: 'data' },
  { table: 'imports', holds: 'data' },
  { table: 'webhook_deliveries', holds: 'data' },
  { table: 'mails', holds: 'data' },
  { table: 'alert_deliveries', holds: 'data' },
  { table: 'alert_states', holds: 'data' },
  { table: 'alert_hooks', holds: 'settings' },
  { table: 'alert_settings', holds: 'settings' },
  { table: 'digests', holds: 'settings' },
  { table: 'funnels', holds: 'settings' },
  { table: 'goal_settings', holds: 'settings' },
  { table: 'share_links', holds: 'settings' },
  { table: 'invitations', holds: 'settings' },
  { table: 'webhook_endpoints', holds: 'settings' },
  { table: 'api_keys', holds: 'settings' },
  { table: 'memberships', holds: 'settings' },
]

/** Tables that name sites and outlive them: what was done, and what must not come back. */
export const outlivingTables: readonly Table[] = ['audit_entries', 'erasures']

/**
 * Removes what the control store holds of a site: what it collected, or, to delete it, everything and
 * the site itself. Belongs into the transaction that notes it.
 */
export async function eraseSiteRows(
  db: Kysely<Database>,
  siteId: string,
  whole: 'reset' | 'delete',
): Promise<void> {
  for (const { table, by, holds } of siteTables) {
    if (whole === 'reset' && holds === 'settings') continue
    const isOfSite =
      by === undefined
        ? sql`site_id = ${siteId}`
        : sql`${sql.ref(by.column)} in (select id from ${sql.table(by.parent)} where site_id = ${siteId})`
    await sql`delete from ${sql.table(table)} where ${isOfSite}`.execute(db)
  }
  if (whole === 'delete') await db.deleteFrom('sites').where('id', '=', siteId).execute()
}
