/** Funnels that people of a site keep. */
export interface FunnelsTable {
  /** `fun_` and 12 base62 characters. */
  id: string
  site_id: string
  name: string
  /** JSON: the steps, who has to take them, and within how many hours. */
  definition: string
  created_ms: number
}
