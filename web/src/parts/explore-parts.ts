import type { Site } from '../api/sites.ts'
import type { ReportState } from '../url-state/report-state.ts'

/** What every page below "Explore" is given; the address is the only home of `state`. */
export interface ExploreParts {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** What of the address a page's figures depend on, and its frame therefore offers to change. */
export type ExploreTool = 'filters' | 'model' | 'comparison' | 'range'
