import type { Generated } from 'kysely'
import type { AccountTables } from './tables/account-tables.ts'
import type { AlertTables } from './tables/alert-tables.ts'
import type { AnnotationsTable } from './tables/annotations-table.ts'
import type { AuditEntriesTable } from './tables/audit-table.ts'
import type { BudgetDaysTable } from './tables/budget-days-table.ts'
import type {
  ProviderConnectionsTable,
  ProviderMovementsTable,
  ReconciliationDecisionsTable,
} from './tables/connections-table.ts'
import type { ErasuresTable } from './tables/erasures-table.ts'
import type { FunnelsTable } from './tables/funnels-table.ts'
import type { GoalFillsTable, GoalRulesTable } from './tables/goal-rules-table.ts'
import type { GoalSettingsTable } from './tables/goal-settings-table.ts'
import type { IdempotencyKeysTable } from './tables/idempotency-table.ts'
import type { ImportTables } from './tables/import-tables.ts'
import type { InstallationKeysTable } from './tables/keys-table.ts'
import type { LateHitsTable } from './tables/late-hits-table.ts'
import type { LeasesTable } from './tables/leases-table.ts'
import type { MailsTable } from './tables/mail-table.ts'
import type { PaymentTables } from './tables/payment-tables.ts'
import type { ShareLinksTable } from './tables/share-links-table.ts'
import type { AdSpendTable } from './tables/spend-table.ts'
import type { SubscriptionFactsTable, SubscriptionsTable } from './tables/subscription-tables.ts'
import type { SavedViewsTable } from './tables/views-table.ts'

import type { WebhookTables } from './tables/webhook-tables.ts'

/**
 * The control store's tables as Kysely sees them. SQLite and Postgres share every migration and query, so there are
 * only types that both support: text, integers (times as milliseconds since 1970 UTC, booleans as 0 and 1, money in
 * minor units) and JSON stored as text.
 */
export interface Database
  extends AccountTables,
    AlertTables,
    ImportTables,
    PaymentTables,
    WebhookTables {
  sites: SitesTable
  api_keys: ApiKeysTable
  salts: SaltsTable
  idempotency_keys: IdempotencyKeysTable
  erasures: ErasuresTable
  leases: LeasesTable
  installation_keys: InstallationKeysTable
  funnels: FunnelsTable
  saved_views: SavedViewsTable
  late_hits: LateHitsTable
  goal_settings: GoalSettingsTable
  goal_rules: GoalRulesTable
  goal_fills: GoalFillsTable
  annotations: AnnotationsTable
  ad_spend: AdSpendTable
  audit_entries: AuditEntriesTable
  share_links: ShareLinksTable
  mails: MailsTable
  site_budget_days: BudgetDaysTable
  provider_connections: ProviderConnectionsTable
  provider_movements: ProviderMovementsTable
  reconciliation_decisions: ReconciliationDecisionsTable
  subscription_facts: SubscriptionFactsTable
  subscriptions: SubscriptionsTable
}

export interface SitesTable {
  id: string
  name: string
  /** JSON array of host names. */
  domains: string
  timezone: string
  currency: string
  identification: number
  privacy_mode: string
  respect_do_not_track: number
  /** How many days events are stored; null for ever. */
  retention_days: number | null
  /** JSON arrays of addresses or networks, and of paths in which `*` matches anything. */
  excluded_addresses: Generated<string>
  excluded_paths: Generated<string>
  require_signed_identify: Generated<number>
  /** Incremented when the site's identity key is replaced. */
  identity_key_version: Generated<number>
  /** The payment provider whose payments count when another one reports the same money; null: all count. */
  primary_provider: string | null
  /**
   * JSON array: pairs of providers whose equal payments are no longer suggested as duplicates, each as a JSON array.
   */
  dismissed_equal: Generated<string>
  created_ms: number
}

export interface ApiKeysTable {
  id: string
  site_id: string
  name: string
  /** The first characters of the key, enough to recognise it and no more. */
  prefix: string
  /** SHA-256 of the whole key, in hex. The key itself is stored nowhere. */
  hash: string
  /** JSON array of scopes. */
  scopes: string
  rate_per_minute: number
  created_ms: number
  expires_ms: number | null
  revoked_ms: number | null
  last_used_ms: number | null
}

/** The keys of cookieless visitor ids: today's and yesterday's only. Never part of a backup. */
export interface SaltsTable {
  site_id: string
  /** Days since 1970, UTC. */
  day: number
  /** 32 random bytes, base64url. */
  salt: string
}
