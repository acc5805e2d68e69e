import type { DigestsTable } from './digests-table.ts'

/** Digests, alerts and their recipients, a part of the control store's `Database`. */
export interface AlertTables {
  digests: DigestsTable
  alert_settings: AlertSettingsTable
  alert_states: AlertStatesTable
  alert_hooks: AlertHooksTable
  alert_deliveries: AlertDeliveriesTable
}

export interface AlertSettingsTable {
  site_id: string
  /** JSON array of kinds. */
  watched: string
  sensitivity: string
  minimum_visitors: number
  minimum_revenue_minor: number
  quiet_hours: number
  language: string
  /** JSON array of the accounts that get e-mails. */
  account_ids: string
  updated_ms: number
}

/** The last check of each alert and when it was sent. */
export interface AlertStatesTable {
  site_id: string
  /** A kind of alert, or `hour` for the last hour that was judged. */
  kind: string
  at_ms: number
}

export interface AlertHooksTable {
  /** `hook_` and 16 base62 characters. */
  id: string
  site_id: string
  name: string
  /** json, slack or discord. */
  format: string
  host: string
  /** Encrypted JSON: the address, the secret and the one before it. */
  keys: string
  old_secret_until_ms: number | null
  created_ms: number
}

export type AlertDeliveryState = 'waiting' | 'sending' | 'sent' | 'failed'

export interface AlertDeliveriesTable {
  /** `dlv_` and 16 base62 characters. */
  id: string
  hook_id: string
  site_id: string
  /** The alert it reports; each webhook gets it once. */
  alert_id: string
  kind: string
  /** JSON of the alert. */
  content: string
  state: AlertDeliveryState
  attempts: number
  retry_at_ms: number | null
  error: string | null
  created_ms: number
  done_ms: number | null
}
