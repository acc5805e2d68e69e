import { funnels, realtime } from './en/explore.ts'
import { spoken } from './texts.ts'

/** The words of the pages below "Explore", fetched with the first of them. */
export const exploreTexts = await spoken(
  { realtime, funnels },
  {
    de: () => import('./de/explore.ts'),
    es: () => import('./es/explore.ts'),
  },
)
