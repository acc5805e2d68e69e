/** Saved funnels of a site. */
export interface FunnelsTable {
  /** `fun_` and 12 base62 characters. */
  id: string
  site_id: string
  name: string
  /** JSON: the steps, the unit, and the maximum time in hours. */
  definition: string
  created_ms: number
}
