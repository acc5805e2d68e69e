/** How a site shows its goals. */
export interface GoalSettingsTable {
  site_id: string
  /** The name that it is sent with. */
  goal: string
  /** The name that is shown instead; empty for none. */
  name: string
  /** `pinned`, `listed` or `hidden`. */
  shown: string
  /** Its place among the site's goals, from 0. */
  place: number
}
