/**
 * The actions of people, keys and commands. Rows are added, and removed when they are old; none is ever changed.
 */
export interface AuditEntriesTable {
  id: string
  at_ms: number
  action: string
  /** Null if it concerned the installation or an account. No reference: it outlives the site. */
  site_id: string | null
  actor_kind: string
  actor_id: string | null
  actor_name: string
  object_id: string | null
  object_name: string
  /** JSON: for each setting that was changed, its value before and after. */
  changes: string
}
