import { spend } from './en/spend.ts'
import { spoken } from './texts.ts'

/** The texts of ad spend, loaded with its page. */
export const { spend: spendTexts } = await spoken(
  { spend },
  {
    de: () => import('./de/spend.ts'),
    es: () => import('./es/spend.ts'),
  },
)
