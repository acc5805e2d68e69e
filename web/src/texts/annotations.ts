import { annotations } from './en/annotations.ts'
import { spoken } from './texts.ts'

/** The texts of notes on the time line, loaded with the components that show them. */
export const { annotations: annotationTexts } = await spoken(
  { annotations },
  {
    de: () => import('./de/annotations.ts'),
    es: () => import('./es/annotations.ts'),
  },
)
