/** Visitors with late hits, until their visits are rebuilt. */
export interface LateHitsTable {
  site_id: string
  visitor_id: string
  /** When the first and the last of these hits happened. */
  from_ms: number
  to_ms: number
  /** Changes with each late hit: what was done before the latest of them is not complete. */
  token: string
  /** 1 once stored hits may have been moved whose sessions have not been rebuilt yet. */
  is_moving: number
}
