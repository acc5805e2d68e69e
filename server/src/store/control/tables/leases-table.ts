/** The node that runs a job which one node does for all. */
export interface LeasesTable {
  /** The job's. */
  name: string
  /** The process that has it, or had it last. */
  owner: string
  /** When others may take it, if the owner does not renew or finish it. */
  until_ms: number
  /** When it was last finished; 0 before the first time. */
  done_ms: number
}
