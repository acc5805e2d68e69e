import * as english from './en/ways.ts'
import { spoken } from './texts.ts'

const { signIn, passkeys, provider, own, people, reset } = english

/** The words of the ways to sign in and of the people who do, fetched with the pages that need them. */
export const wayTexts = await spoken(
  { signIn, passkeys, provider, own, people, reset },
  {
    de: () => import('./de/ways.ts'),
    es: () => import('./es/ways.ts'),
  },
)
