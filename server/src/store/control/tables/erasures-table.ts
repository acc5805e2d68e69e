/** Visitors and whole sites that must not come back, whatever is replayed or restored. */
export interface ErasuresTable {
  site_id: string
  /** `''` where the whole site is meant. */
  visitor_id: string
  /** What happened or was received up to then is erased; a later visit is a new one. */
  erased_ms: number
  /** When everything was found to be gone; null while the work is not done. */
  applied_ms: number | null
  /** Null for a visitor; what became of a whole site. */
  whole: string | null
}
