/** What browsers sent for a site in a UTC day, added up over all nodes. */
export interface BudgetDaysTable {
  site_id: string
  /** Days since 1970, UTC. */
  day: number
  hits: number
  bytes: number
  /** When the day's budget was used up; null while some is left. */
  spent_ms: number | null
}
