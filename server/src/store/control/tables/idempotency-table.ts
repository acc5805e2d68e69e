/** The reply to a request with an Idempotency-Key. */
export interface IdempotencyKeysTable {
  site_id: string
  /** The operation, such as `goal`: one key may be used once for each. */
  operation: string
  key: string
  /** SHA-256 of the body, in hex. */
  fingerprint: string
  /** The current attempt; another one may take over when its lease is over. */
  owner: string
  lease_until_ms: number
  /** JSON text of the reply, null while there is none. */
  reply: string | null
  created_ms: number
}
