import { profile, visitors } from './en/people.ts'
import { spoken } from './texts.ts'

/** The words of visitors and their stories, fetched with the pages that tell them. */
export const peopleTexts = await spoken(
  { visitors, profile },
  {
    de: () => import('./de/people.ts'),
    es: () => import('./es/people.ts'),
  },
)
