import {
  Funnel,
  Grid3x3,
  Megaphone,
  NotebookPen,
  Radio,
  Repeat,
  Route,
  Split,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Site } from '../../api/site/sites.ts'
import type { texts } from '../../texts/texts.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'

/** The props of every page below "Explore"; `state` is stored only in the address. */
export interface ExploreParts {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** The parts of the address that a page's figures depend on, and its frame therefore offers to change. */
export type ExploreTool = 'filters' | 'model' | 'comparison' | 'range'

export interface ExploreEntry {
  /** Its path in the address: `/sites/:id/explore/realtime`. */
  id: keyof typeof texts.explore.pages
  icon: ComponentType<{ 'aria-hidden': true }>
  tools: readonly ExploreTool[]
}

/**
 * The pages below "Explore", in the order of the menu. A further page is a line here, its name in
 * `texts.explore.pages` and its component in `pages/explore/load-page.ts`; menu, address, frame and tools follow
 * from that.
 */
export const explorePages: readonly ExploreEntry[] = [
  { id: 'realtime', icon: Radio, tools: [] },
  { id: 'funnels', icon: Funnel, tools: ['filters', 'range'] },
  { id: 'journeys', icon: Route, tools: ['filters', 'range'] },
  { id: 'cohorts', icon: Grid3x3, tools: ['filters', 'range'] },
  { id: 'attribution', icon: Split, tools: ['filters', 'range'] },
  { id: 'visitors', icon: Users, tools: ['filters', 'range'] },
  { id: 'subscriptions', icon: Repeat, tools: ['range'] },
  { id: 'spend', icon: Megaphone, tools: ['model', 'range'] },
  { id: 'notes', icon: NotebookPen, tools: [] },
]

/** The page an address names. */
export function explorePageOf(id: string): ExploreEntry | undefined {
  return explorePages.find((page) => page.id === id)
}
