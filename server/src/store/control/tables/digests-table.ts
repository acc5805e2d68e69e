/** The subscriptions to e-mail digests of a site. */
export interface DigestsTable {
  site_id: string
  account_id: string
  /** daily, weekly or monthly. */
  frequency: string
  /** en, de or es. */
  language: string
  even_when_empty: number
  created_ms: number
  /** The first day of the last handled period; null before the first. */
  done_day: string | null
}
