/** Stored sessions that a late hit showed to be one, until their events are rewritten. */
export interface SessionJoinsTable {
  site_id: string
  visitor_id: string
  /** The session that began later, whose events become those of `to_session`. */
  from_session: string
  to_session: string
  /** The UTC day on which `to_session` began, in days since 1970. */
  to_day: number
}
