/** Choices of traffic that people of a site keep. */
export interface SegmentsTable {
  /** `seg_` and 12 base62 characters. */
  id: string
  site_id: string
  name: string
  /** JSON: the filters, as questions take them. */
  filters: string
  created_ms: number
}
