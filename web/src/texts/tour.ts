import { tour } from './en/tour.ts'
import { spoken } from './texts.ts'

/** The texts of the tour, loaded with it. */
export const tourTexts = (
  await spoken(
    { tour },
    {
      de: () => import('./de/tour.ts'),
      es: () => import('./es/tour.ts'),
    },
  )
).tour
