/** Notes on a site's time line. */
export interface AnnotationsTable {
  site_id: string
  /** The caller's id, or `note_` and 12 base62 characters. */
  id: string
  /** `2026-11-02`, a day of the site's time zone, or a moment, ISO 8601 in UTC. */
  at: string
  /** When a longer event was over; null for a moment or a day. */
  until: string | null
  text: string
  kind: 'note' | 'launch' | 'price-change' | 'campaign' | 'outage'
  link: string | null
  created_ms: number
  updated_ms: number
}
