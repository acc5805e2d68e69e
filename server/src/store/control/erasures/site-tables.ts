import type { Database } from '../tables.ts'

type Table = keyof Database

export interface SiteTable {
  table: Table
  /** How its rows refer to the site: directly, or through a row of another table. */
  by?: { column: string; parent: Table }
  /** Whether it contains what a site collected, which a reset removes, or its settings. */
  holds: 'data' | 'settings'
  /** Whether it may have very many rows, none of which is read once the site is deleted. */
  isLarge?: true
}

const ofPayment = { column: 'payment_id', parent: 'payments' } as const

/** Every table with rows of a site, children before the rows that they refer to. */
export const siteTables: readonly SiteTable[] = [
  { table: 'payment_outbox', by: ofPayment, holds: 'data', isLarge: true },
  { table: 'payment_waits', holds: 'data', isLarge: true },
  { table: 'payment_rates', by: ofPayment, holds: 'data', isLarge: true },
  { table: 'payment_history', by: ofPayment, holds: 'data', isLarge: true },
  { table: 'refunds', by: ofPayment, holds: 'data', isLarge: true },
  { table: 'payment_facts', holds: 'data', isLarge: true },
  { table: 'payment_merges', holds: 'data', isLarge: true },
  { table: 'payment_aliases', holds: 'data', isLarge: true },
  { table: 'payments', holds: 'data', isLarge: true },
  { table: 'provider_movements', holds: 'data', isLarge: true },
  { table: 'reconciliation_decisions', holds: 'data' },
  { table: 'subscription_facts', holds: 'data', isLarge: true },
  { table: 'subscriptions', holds: 'data', isLarge: true },
  { table: 'identities', holds: 'data', isLarge: true },
  { table: 'salts', holds: 'data' },
  { table: 'late_hits', holds: 'data' },
  { table: 'idempotency_keys', holds: 'data', isLarge: true },
  { table: 'annotations', holds: 'data' },
  { table: 'ad_spend', holds: 'data', isLarge: true },
  { table: 'import_additions', by: { column: 'import_id', parent: 'imports' }, holds: 'data' },
  { table: 'imported_days', holds: 'data' },
  { table: 'imports', holds: 'data' },
  { table: 'webhook_deliveries', holds: 'data', isLarge: true },
  { table: 'mails', holds: 'data' },
  { table: 'alert_deliveries', holds: 'data' },
  { table: 'alert_states', holds: 'data' },
  { table: 'site_budget_days', holds: 'settings' },
  { table: 'alert_hooks', holds: 'settings' },
  { table: 'alert_settings', holds: 'settings' },
  { table: 'digests', holds: 'settings' },
  { table: 'funnels', holds: 'settings' },
  { table: 'goal_settings', holds: 'settings' },
  { table: 'goal_rules', holds: 'settings' },
  { table: 'goal_fills', holds: 'settings' },
  { table: 'saved_views', holds: 'settings' },
  { table: 'share_links', holds: 'settings' },
  { table: 'invitations', holds: 'settings' },
  { table: 'webhook_endpoints', holds: 'settings' },
  { table: 'provider_connections', holds: 'settings' },
  { table: 'api_keys', holds: 'settings' },
  { table: 'memberships', holds: 'settings' },
]

/** Tables that refer to sites and outlive them: the audit log, and what must not come back. */
export const outlivingTables: readonly Table[] = ['audit_entries', 'erasures']
