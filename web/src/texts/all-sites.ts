import { allSites } from './en/all-sites.ts'
import { spoken } from './texts.ts'

/** The texts of the page of all sites, loaded with it. */
export const allSitesTexts = (
  await spoken(
    { allSites },
    {
      de: () => import('./de/all-sites.ts'),
      es: () => import('./es/all-sites.ts'),
    },
  )
).allSites
