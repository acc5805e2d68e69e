import type { Generated } from 'kysely'

/** An account at a payment provider that is read with a key, a part of the control store's `Database`. */
export interface ProviderConnectionsTable {
  /** `pcn_` and 20 base62 characters. */
  id: string
  site_id: string
  provider: string
  /** Encrypted JSON: the key. */
  keys: string
  /** The beginning and the end of the key: enough to recognise it and no more. */
  key_hint: string
  key_set_ms: number
  /** How far back the account is read. */
  from_ms: number
  created_ms: number
  /** JSON: where reading continues; only the provider's code interprets it. */
  cursor: string
  /** How much of the past is read, in thousandths. */
  progress: number
  /** How many of the provider's objects were read, repetitions included. */
  objects: number
  /** Objects that could not be understood: how many, and the last one with the reason. */
  skipped: number
  last_skipped: string | null
  /** When it was last up to date. */
  synced_ms: number | null
  due_ms: number
  /** Consecutive failures. */
  attempts: number
  error: string | null
  error_detail: string | null
  error_since_ms: number | null
  /** Until when all movements of the account are stored; null before the first complete sync. */
  statement_until_ms: number | null
  /** When the finished days were last compared with the recorded payments. */
  compared_ms: number | null
  /** JSON array of the finished days that differ and were not explained, `2026-11-20`, the latest first. */
  differing_days: Generated<string>
  /** The differing days that an alert has reported. */
  alerted_days: Generated<string>
}

/** An account's booking for one payment, refund or dispute; a movement of its balance. */
export interface ProviderMovementsTable {
  connection_id: string
  /** The provider's id of it. */
  movement_id: string
  site_id: string
  kind: MovementKind
  /** The provider's best id of the payment. */
  payment_ref: string
  /** The provider's id of the charge, refund or dispute. */
  object_id: string
  at_ms: number
  /** By when the payment must be recorded: later for pending money. */
  recorded_by_ms: number
  /** The currency that was paid in, and how much of it moved; negative for returned money. */
  currency: string
  gross_minor: number
  /** The currency of the booking, the fee, and the amount that moved, in that currency. */
  fee_currency: string
  fee_minor: number
  booked_minor: number
}

export type MovementKind = 'payment' | 'refund' | 'dispute'

/** What a person decided about one difference between an account and the recorded payments. */
export interface ReconciliationDecisionsTable {
  site_id: string
  /** Identifies the difference by its content: another difference of the same payment is another item. */
  item_id: string
  decision: 'left-out' | 'explained'
  note: string
  /** The author: an e-mail address, or another name of an actor. */
  decided_by: string
  decided_ms: number
}
