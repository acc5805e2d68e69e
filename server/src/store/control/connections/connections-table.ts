/** An account at a payment provider that is read with a key, a part of the control store's `Database`. */
export interface ProviderConnectionsTable {
  /** `pcn_` and 20 base62 characters. */
  id: string
  site_id: string
  provider: string
  /** Encrypted JSON: the key. */
  keys: string
  /** How the key begins and ends: enough to recognise it and no more. */
  key_hint: string
  key_set_ms: number
  /** How far back the account is read. */
  from_ms: number
  created_ms: number
  /** JSON: where reading goes on; what it holds is the provider's own business. */
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
  /** Failures since something went well. */
  attempts: number
  error: string | null
  error_detail: string | null
  error_since_ms: number | null
}
