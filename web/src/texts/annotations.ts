import { annotations } from './en/annotations.ts'
import { spoken } from './texts.ts'

/** The words of notes on the time line, fetched with what shows them. */
export const { annotations: annotationTexts } = await spoken(
  { annotations },
  {
    de: () => import('./de/annotations.ts'),
    es: () => import('./es/annotations.ts'),
  },
)
