/** What browsers sent of a site in a UTC day, added up over all nodes. */
export interface BudgetDaysTable {
  site_id: string
  /** Days since 1970, UTC. */
  day: number
  hits: number
  bytes: number
  /** When the day's budget was spent; null while there is some left. */
  spent_ms: number | null
}
