import { install } from './en/install.ts'
import { spoken } from './texts.ts'

/** The texts of the install page, loaded with it. */
export const { install: installTexts } = await spoken(
  { install },
  {
    de: () => import('./de/install.ts'),
    es: () => import('./es/install.ts'),
  },
)
