/** Visitors who must not come back, whatever is replayed or restored. */
export interface ErasuresTable {
  site_id: string
  visitor_id: string
  /** What happened or was received up to then is erased; a later visit is a new one. */
  erased_ms: number
  /** When everything was found to be gone; null while the work is not done. */
  applied_ms: number | null
}
