import { spend } from './en/spend.ts'
import { spoken } from './texts.ts'

/** The words of ad spend, fetched with its page. */
export const { spend: spendTexts } = await spoken(
  { spend },
  {
    de: () => import('./de/spend.ts'),
    es: () => import('./es/spend.ts'),
  },
)
