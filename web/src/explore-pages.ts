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
import type { ExploreParts, ExploreTool } from './parts/explore-parts.ts'
import type { texts } from './texts/texts.ts'

interface ExploreEntry {
  /** Its place in the address: `/sites/:id/explore/realtime`. */
  id: keyof typeof texts.explore.pages
  icon: ComponentType<{ 'aria-hidden': true }>
  tools: readonly ExploreTool[]
  load: () => Promise<ComponentType<ExploreParts>>
}

/**
 * The pages that look closer at a site, in the order of the menu. A further page is a line here and
 * its name in `texts.explore.pages`; menu, address, frame and tools follow from that.
 */
export const explorePages: readonly ExploreEntry[] = [
  {
    id: 'realtime',
    icon: Radio,
    tools: [],
    load: async () => (await import('./pages/realtime/realtime-page.tsx')).RealtimePage,
  },
  {
    id: 'funnels',
    icon: Funnel,
    tools: ['filters', 'range'],
    load: async () => (await import('./pages/funnels/funnels-page.tsx')).FunnelsPage,
  },
  {
    id: 'journeys',
    icon: Route,
    tools: ['filters', 'range'],
    load: async () => (await import('./pages/journeys/journeys-page.tsx')).JourneysPage,
  },
  {
    id: 'cohorts',
    icon: Grid3x3,
    tools: ['filters', 'range'],
    load: async () => (await import('./pages/cohorts/cohorts-page.tsx')).CohortsPage,
  },
  {
    id: 'attribution',
    icon: Split,
    tools: ['filters', 'range'],
    load: async () => (await import('./pages/attribution/attribution-page.tsx')).AttributionPage,
  },
  {
    id: 'visitors',
    icon: Users,
    tools: ['filters', 'range'],
    load: async () => (await import('./pages/visitors/visitors-page.tsx')).VisitorsPage,
  },
  {
    id: 'subscriptions',
    icon: Repeat,
    tools: ['range'],
    load: async () =>
      (await import('./pages/subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
  },
  {
    id: 'spend',
    icon: Megaphone,
    tools: ['model', 'range'],
    load: async () => (await import('./pages/spend/spend-page.tsx')).SpendPage,
  },
  {
    id: 'notes',
    icon: NotebookPen,
    tools: [],
    load: async () => (await import('./pages/annotations/annotations-page.tsx')).AnnotationsPage,
  },
]

/** The page an address names. */
export function explorePageOf(id: string): ExploreEntry | undefined {
  return explorePages.find((page) => page.id === id)
}
