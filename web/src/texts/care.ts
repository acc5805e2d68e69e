import * as english from './en/care.ts'
import { spoken } from './texts.ts'

const { team, invitation, sharing, shared, audit, danger } = english

/**
 * The texts of the team, share links, the audit log and the danger zone, loaded with the first page that needs them.
 */
export const careTexts = await spoken(
  { team, invitation, sharing, shared, audit, danger },
  {
    de: () => import('./de/care.ts'),
    es: () => import('./es/care.ts'),
  },
)
