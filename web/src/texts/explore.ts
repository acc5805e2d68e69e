import { funnels, realtime } from './en/explore.ts'
import { attribution, cohorts, journeys } from './en/explore-more.ts'
import { spoken } from './texts.ts'

/** The texts of the pages below "Explore", loaded with the first of them. */
export const exploreTexts = await spoken(
  { realtime, funnels, journeys, cohorts, attribution },
  {
    de: async () => ({
      ...(await import('./de/explore.ts')),
      ...(await import('./de/explore-more.ts')),
    }),
    es: async () => ({
      ...(await import('./es/explore.ts')),
      ...(await import('./es/explore-more.ts')),
    }),
  },
)
