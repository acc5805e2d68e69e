import type { ComponentType } from 'react'
import type { ExploreEntry, ExploreParts } from '../../parts/frame/explore-pages.ts'

/** The component of each page below "Explore", loaded when it is opened. */
export const loadExplorePage: Readonly<
  Record<ExploreEntry['id'], () => Promise<ComponentType<ExploreParts>>>
> = {
  realtime: async () => (await import('../realtime/realtime-page.tsx')).RealtimePage,
  funnels: async () => (await import('../funnels/funnels-page.tsx')).FunnelsPage,
  journeys: async () => (await import('../journeys/journeys-page.tsx')).JourneysPage,
  cohorts: async () => (await import('../cohorts/cohorts-page.tsx')).CohortsPage,
  attribution: async () => (await import('../attribution/attribution-page.tsx')).AttributionPage,
  visitors: async () => (await import('../visitors/visitors-page.tsx')).VisitorsPage,
  subscriptions: async () =>
    (await import('../subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
  spend: async () => (await import('../spend/spend-page.tsx')).SpendPage,
  notes: async () => (await import('../annotations/annotations-page.tsx')).AnnotationsPage,
}
