import type { PaymentTables } from './payment-tables.ts'

/**
 * The control store's tables as Kysely sees them. SQLite and Postgres share every migration and
 * query, so only what both understand: text, integers (times as milliseconds since 1970 UTC,
 * booleans as 0 and 1, money in minor units) and JSON kept as text.
 */
export interface Database extends PaymentTables {
  sites: SitesTable
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
  created_ms: number
}
