/** Visitors and whole sites that must not come back, whatever is replayed or restored. */
export interface ErasuresTable {
  site_id: string
  /** `''` for the whole site. */
  visitor_id: string
  /** Everything that happened or was received up to then is erased; a later visit is a new one. */
  erased_ms: number
  /** When the erasure was complete; null while it is pending. */
  applied_ms: number | null
  /** Null for a visitor; whether a whole site was reset or deleted. */
  whole: string | null
}
