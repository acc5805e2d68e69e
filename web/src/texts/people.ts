import { profile, visitors } from './en/people.ts'
import { spoken } from './texts.ts'

/** The texts of visitors and their profiles, loaded with their pages. */
export const peopleTexts = await spoken(
  { visitors, profile },
  {
    de: () => import('./de/people.ts'),
    es: () => import('./es/people.ts'),
  },
)
