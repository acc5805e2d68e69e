/** Goals that people define here, without code on their site. */
export interface GoalRulesTable {
  /** `rule_` and 12 base62 characters. */
  id: string
  site_id: string
  /** The name under which it counts; several rules may share one. */
  goal: string
  /** `page`, `link`, `download`, `form` or `selector`. */
  kind: string
  pattern: string
  created_ms: number
}

/** Goals whose stored events are to be updated to the site's rules. */
export interface GoalFillsTable {
  site_id: string
  goal: string
  /** When its rules, or the events that they look at, last changed. */
  changed_ms: number
  /** When the last complete run began; 0 for none since the change. */
  filled_ms: number
  /** 1 once events may have been changed whose sessions have not been rebuilt yet. */
  is_changing: number
  /** Changes with each change of the rules: a run that began before it is not the last. */
  token: string
}
