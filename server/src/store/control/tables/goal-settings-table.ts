/** What a site wants of its goals where they are shown. */
export interface GoalSettingsTable {
  site_id: string
  /** The name that it is sent by. */
  goal: string
  /** What people read instead; empty for none. */
  name: string
  /** `pinned`, `listed` or `hidden`. */
  shown: string
  /** Its place among the site's goals, from 0. */
  place: number
}
