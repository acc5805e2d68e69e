/** The cost of ads of one kind on one day. */
export interface AdSpendTable {
  site_id: string
  /** Derived from the day and the five UTM values: the same for the same, so that a later report replaces it. */
  id: string
  /** `2026-11-02`, in the site's time zone. */
  day: string
  /** In the spelling of visits: lower-case; `''` without one. */
  source: string
  medium: string
  campaign: string
  term: string
  content: string
  currency: string
  amount_minor: number
  /** Null if not reported. */
  clicks: number | null
  impressions: number | null
  updated_ms: number
}
