import * as english from './en/care.ts'
import { spoken } from './texts.ts'

const { team, invitation, sharing, shared, audit, danger } = english

/** The words of looking after a site together, fetched with the first page that needs them. */
export const careTexts = await spoken(
  { team, invitation, sharing, shared, audit, danger },
  {
    de: () => import('./de/care.ts'),
    es: () => import('./es/care.ts'),
  },
)
