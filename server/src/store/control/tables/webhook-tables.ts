/** Where payment providers send their webhooks, a part of the control store's `Database`. */
export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
}

export interface WebhookEndpointsTable {
  /** Part of the address, and unguessable: `whe_` and 27 base62 characters (160 bits). */
  id: string
  site_id: string
  provider: string
  /** Encrypted JSON: the secret, the one before it, and the provider's own options. */
  keys: string
  /** Until when the previous secret is valid too. */
  old_secret_until_ms: number | null
  is_test: number
  /** Null: the provider's default. */
  tolerance_seconds: number | null
  /** How long deliveries are stored. */
  retention_days: number
  created_ms: number
  /** Deliveries are refused from then on. */
  removed_ms: number | null
  /** Deliveries with an invalid signature: how many, the last one, and why. */
  rejected_count: number
  rejected_ms: number | null
  rejected_reason: string | null
}

export type DeliveryState =
  /** Its facts are in the ledger. */
  | 'recorded'
  /** It contains no facts about money. */
  | 'ignored'
  /** It is from the provider's test mode, which is never added to the ledger. */
  | 'test'
  /** It could not be understood or recorded; it is retried. */
  | 'failed'

/** A delivery of a provider, unchanged. */
export interface WebhookDeliveriesTable {
  /** `whd_` and 20 base62 characters. */
  id: string
  endpoint_id: string
  site_id: string
  /** The same for every repeat of this delivery. */
  delivery_key: string
  received_ms: number
  event_type: string
  /** Encrypted JSON: the body and the headers that its translation needs. Null once erased. */
  content: string | null
  state: DeliveryState
  /** JSON array: its description in words. */
  summary: string
  error: string | null
  attempts: number
  retry_at_ms: number | null
  /** The first payment it is about. */
  payment_id: string | null
}
