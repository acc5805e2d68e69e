/** Which node does a job that one node does for all. */
export interface LeasesTable {
  /** The job's. */
  name: string
  /** The process that has it, or had it last. */
  owner: string
  /** When others may take it, should the owner not renew or finish it. */
  until_ms: number
  /** When it was last finished; 0 before it ever was. */
  done_ms: number
}
