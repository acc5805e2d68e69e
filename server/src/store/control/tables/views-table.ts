/** Saved states of report pages, by name. */
export interface SavedViewsTable {
  site_id: string
  /** The person whose view it is; empty for the site's. */
  account_id: string
  /** `view_` and 12 base62 characters. */
  id: string
  name: string
  /** JSON: the filters, in the query language. */
  filters: string
  /** JSON: the other parameters of the dashboard's address. */
  params: string
  /** At most one per site and person. */
  is_default: number
  position: number
  created_ms: number
}
